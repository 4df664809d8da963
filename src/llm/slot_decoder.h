#pragma once
// Many prompts of a causal model at the same time: each has a slot, a sequence of its own in the
// cache, and every step computes the next tokens of all slots together.
//
// Every sequence has its own cells, filled from the first: what is computed for a prompt does not
// depend on the other slots. A slot keeps the cells of its last prompt, so that prompts that begin
// alike are not read again and again.

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "llm/continuation_writer.h"
#include "llm/model_context.h"

namespace assay::llm {

struct DecodingJob {
  std::vector<TokenId> prompt;
  ContinuationWriter writer;
  std::optional<Error> failed;  // this job alone
};

// Is told of each job that came to its end, by its place.
using OnJobDone = std::function<void(std::size_t job)>;

class SlotDecoder {
 public:
  struct Room {
    std::size_t slots = 1;
    std::size_t tokens = 0;  // prompt and continuation of one job
  };
  static Result<std::unique_ptr<SlotDecoder>> make(const LanguageModel& model, const Room& room,
                                                   int threads, const std::atomic<bool>* interrupt);

  // Runs all jobs to their end; fails as a whole only when llama.cpp does or on an interrupt.
  Result<void> run(std::span<DecodingJob> jobs, llama_adapter_lora* adapter,
                   const OnJobDone& on_done);

  const Room& room() const { return room_; }

 private:
  struct Slot {
    llama_seq_id sequence = 0;
    DecodingJob* job = nullptr;      // nullptr: free
    std::vector<TokenId> cached;     // whose cells are filled
    std::optional<TokenId> chosen;   // the next token to read, once the prompt is read
    std::optional<std::size_t> row;  // place in the batch of the logits that are wanted
  };

  SlotDecoder(const Room& room, std::unique_ptr<ModelContext> context);
  void forget_all();
  Slot& best_free_slot(std::span<const TokenId> prompt);
  void assign(Slot& slot, DecodingJob& job);
  void add(Slot& slot, TokenId token, bool logits);
  void fill_batch();
  void take_logits(Slot& slot);
  void release(Slot& slot);

  Room room_;
  std::unique_ptr<ModelContext> context_;
  std::vector<Slot> slots_;
};

}  // namespace assay::llm
