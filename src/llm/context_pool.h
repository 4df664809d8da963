#pragma once
// Contexts that wait for their next prompt: making one costs more than a short continuation.

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "llm/decoding_context.h"

namespace assay::llm {

class ContextPool {
 public:
  // Keeps at most `most` contexts.
  ContextPool(const LanguageModel& model, std::size_t most, const std::atomic<bool>* interrupt)
      : model_(model), most_(most), interrupt_(interrupt) {}

  // One with room enough, from those that wait or made anew. `threads` counts for new ones only.
  Result<std::unique_ptr<DecodingContext>> take(const ContextRoom& room, int threads);
  void give_back(std::unique_ptr<DecodingContext> context);

 private:
  const LanguageModel& model_;
  std::size_t most_;
  const std::atomic<bool>* interrupt_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<DecodingContext>> idle_;
};

}  // namespace assay::llm
