#include "model/windows.h"

#include <algorithm>

namespace assay::model {
namespace {

// What a window must at least show of the long text.
constexpr std::size_t kLeastRoom = 16;

}  // namespace

std::vector<Window> cut_windows(std::size_t tokens, std::size_t size, std::size_t shared) {
  if (tokens <= size) return {{0, tokens}};
  std::vector<Window> windows;
  const std::size_t step = size - shared;
  std::size_t first = 0;
  while (first + size < tokens) {
    windows.push_back({first, first + size});
    first += step;
  }
  windows.push_back({tokens - size, tokens});
  return windows;
}

PairPlan plan_pair(std::size_t fixed, std::size_t text, const SequenceLimits& limits) {
  PairPlan plan;
  const std::size_t room = limits.max_length - limits.specials;
  const std::size_t needed = std::min({text, kLeastRoom, room / 2});
  plan.fixed_tokens = std::min(fixed, room - needed);
  plan.truncated = plan.fixed_tokens < fixed;
  if (plan.fixed_tokens + text <= room) {
    plan.windows = {{0, text}};
    return plan;
  }
  const std::size_t taken = plan.fixed_tokens + limits.specials;
  const std::size_t widest = limits.max_length - taken;
  const std::size_t wished = limits.window > taken ? limits.window - taken : 0;
  const std::size_t size = std::clamp(wished, std::min(widest, kLeastRoom), widest);
  const std::size_t shared = limits.stride == 0 ? size / 4 : std::min(limits.stride, size - 1);
  plan.windows = cut_windows(text, size, shared);
  return plan;
}

Result<SequenceLimits> sequence_limits(const RowRunner& runner, std::size_t specials) {
  SequenceLimits limits;
  limits.max_length = runner.max_length();
  if (limits.max_length < specials + 2) {
    return fail(ErrorCode::kInvalidOption,
                "max_length " + std::to_string(limits.max_length) + " leaves no room for a text");
  }
  const std::size_t wished = runner.options().window > 0
                                 ? static_cast<std::size_t>(runner.options().window)
                                 : runner.config().window_tokens;
  limits.window = wished == 0 ? limits.max_length : std::min(wished, limits.max_length);
  limits.stride = static_cast<std::size_t>(runner.options().stride);
  limits.specials = specials;
  return limits;
}

}  // namespace assay::model
