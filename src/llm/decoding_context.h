#pragma once
// One prompt under computation: its encoder output or its cached prefix, and a row of hypotheses
// (one of greedy search, several of beam search) that grow from it token by token.
//
// A context is used for one prompt after another, and keeps the beginning that the next one shares
// with the last. What it computes for a prompt does not depend on those before: the cache is filled
// from its first cell every time.

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "assay/error.h"
#include "llm/model_context.h"

namespace assay::llm {

// What a context must have room for.
struct ContextRoom {
  std::size_t hypotheses = 1;
  std::size_t prompt = 0;  // tokens
  std::size_t grown = 0;   // tokens that a hypothesis grows to
  bool holds(const ContextRoom& other) const {
    return hypotheses >= other.hypotheses && prompt >= other.prompt && grown >= other.grown;
  }
};

// A hypothesis: one of those before and the token that follows.
struct GrownHypothesis {
  std::size_t parent = 0;
  TokenId token = 0;
};

class DecodingContext {
 public:
  static Result<std::unique_ptr<DecodingContext>> make(const LanguageModel& model,
                                                       const ContextRoom& room, int threads,
                                                       const std::atomic<bool>* interrupt);

  // Reads a prompt, which becomes the only hypothesis; the logits after it, valid until the next
  // call. The prompt of an encoder-decoder model goes into the encoder.
  Result<std::span<const float>> start(std::span<const TokenId> prompt,
                                       llama_adapter_lora* adapter);
  // Replaces the hypotheses; the logits after each, valid until the next call.
  Result<std::vector<std::span<const float>>> grow(std::span<const GrownHypothesis> hypotheses);

  const ContextRoom& room() const { return room_; }

 private:
  DecodingContext(const LanguageModel& model, const ContextRoom& room);
  Result<void> encode(std::span<const TokenId> prompt);
  Result<void> read(std::span<const TokenId> tokens);
  // Cuts the cache back to the beginning that it shares with a prompt, and tells its length.
  std::size_t keep_common_prefix(std::span<const TokenId> prompt);
  // The sequence of hypothesis `i` in the bank in use, or in the other.
  std::span<llama_seq_id> sequence(std::size_t i, bool other = false);

  const LanguageModel& model_;
  ContextRoom room_;
  std::unique_ptr<ModelContext> context_;
  // Two banks, the hypotheses that are and those that are being made of them; and one sequence that
  // holds on to the prompt.
  std::vector<llama_seq_id> sequences_;
  bool second_bank_ = false;
  std::vector<TokenId> prompt_;  // in the cache
  std::size_t length_ = 0;       // tokens of every hypothesis in the cache
};

}  // namespace assay::llm
