#pragma once
// A llama.cpp context: the state of a computation with a model, without anything that could end the
// process or throw.

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

#include "assay/error.h"
#include "llm/language_model.h"
#include "llm/token_batch.h"

namespace assay::llm {

class ModelContext {
 public:
  struct Shape {
    std::size_t sequences = 1;
    std::size_t cells = 0;     // of the cache: of all sequences together, or of each
    bool shared_cells = true;  // sequences can share cells; else each has its own
    std::size_t batch = 0;     // most tokens of one call
    std::size_t outputs = 1;   // most tokens of one call whose logits are wanted
    int threads = 1;
  };
  static Result<std::unique_ptr<ModelContext>> make(const LanguageModel& model, const Shape& shape,
                                                    const std::atomic<bool>* interrupt);

  // Switches to an adapter, or to none (nullptr). True: it was another before, and what is in the
  // cache is of no use.
  Result<bool> use(llama_adapter_lora* adapter);

  // Computes what is in batch(): at least one and at most Shape::batch tokens.
  Result<void> decode() { return compute("decoding", llama_decode); }
  Result<void> encode() { return compute("encoding", llama_encode); }
  // After the token at that place of the batch, for which logits were asked; valid until the next
  // computation. To be called once.
  std::span<const float> logits(std::size_t place);

  TokenBatch& batch() { return batch_; }
  std::size_t batch_limit() const { return batch_limit_; }
  llama_memory_t memory() { return llama_get_memory(context_.get()); }

 private:
  ModelContext(const LanguageModel& model, const std::atomic<bool>* interrupt, std::size_t limit)
      : model_(model), interrupt_(interrupt), batch_limit_(limit) {}
  Result<void> compute(const char* what, int (*call)(llama_context*, llama_batch));

  const LanguageModel& model_;
  const std::atomic<bool>* interrupt_;
  std::size_t batch_limit_;
  ContextPtr context_;
  llama_adapter_lora* adapter_ = nullptr;
  TokenBatch batch_;
};

}  // namespace assay::llm
