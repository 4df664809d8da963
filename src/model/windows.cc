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
  const std::size_t taken = plan.fixed_tokens + limits.specials;
  if (taken + text <= std::min(limits.whole, limits.max_length)) {
    plan.windows = {{0, text}};
    return plan;
  }
  const std::size_t widest = limits.max_length - taken;
  const std::size_t size = limits.window == 0 ? widest : std::min(limits.window, widest);
  const std::size_t shared = limits.shared == 0 ? size / 4 : std::min(limits.shared, size - 1);
  plan.windows = cut_windows(text, size, shared);
  return plan;
}

Result<SequenceLimits> sequence_limits(const RowRunner& runner, std::size_t specials) {
  SequenceLimits limits;
  limits.max_length = runner.max_length();
  if (limits.max_length < specials + 2) {
    return fail(ErrorCode::kInvalidOption,
                "max_length " + std::to_string(limits.max_length) + " leaves no room for a text",
                "give at least " + std::to_string(specials + 2) + ", better a hundred more");
  }
  const auto chosen = [](int option, std::size_t config, std::size_t otherwise) {
    if (option > 0) return static_cast<std::size_t>(option);
    return config > 0 ? config : otherwise;
  };
  const ModelOptions& options = runner.options();
  const ModelConfig& config = runner.config();
  limits.whole = chosen(options.max_length, config.whole_tokens, limits.max_length);
  limits.window = chosen(options.window, config.window_tokens, 0);
  limits.shared = chosen(options.stride, config.window_shared_tokens, 0);
  limits.specials = specials;
  return limits;
}

}  // namespace assay::model
