#include "llm/context_pool.h"

#include <algorithm>
#include <utility>

namespace assay::llm {

Result<std::unique_ptr<DecodingContext>> ContextPool::take(const ContextRoom& room, int threads) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(idle_.begin(), idle_.end(), [&](const auto& context) {
      return context->room().holds(room);
    });
    if (found != idle_.end()) {
      auto context = std::move(*found);
      idle_.erase(found);
      return context;
    }
  }
  return DecodingContext::make(model_, room, threads, interrupt_);
}

void ContextPool::give_back(std::unique_ptr<DecodingContext> context) {
  std::unique_ptr<DecodingContext> dropped;  // freed after the lock
  const std::lock_guard lock(mutex_);
  if (idle_.size() >= most_) {
    dropped = std::move(idle_.front());
    idle_.erase(idle_.begin());
  }
  idle_.push_back(std::move(context));
}

}  // namespace assay::llm
