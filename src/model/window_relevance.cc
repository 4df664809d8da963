#include "model/window_relevance.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace assay::model {
namespace {

constexpr double kLeastShare = 2.0 / 3.0;

// The claim's distinct tokens that stand in a window.
std::vector<std::uint32_t> shared_tokens(std::span<const std::uint32_t> window,
                                         const std::set<std::uint32_t>& claim) {
  std::vector<std::uint32_t> shared;
  for (const std::uint32_t id : window) {
    if (claim.contains(id)) shared.push_back(id);
  }
  std::sort(shared.begin(), shared.end());
  shared.erase(std::unique(shared.begin(), shared.end()), shared.end());
  return shared;
}

// How much of the claim each window covers.
std::vector<double> coverage_of(std::span<const std::uint32_t> text,
                                const std::vector<Window>& windows,
                                std::span<const std::uint32_t> claim) {
  const std::set<std::uint32_t> wanted(claim.begin(), claim.end());
  std::vector<std::vector<std::uint32_t>> shared;
  std::map<std::uint32_t, std::size_t> holders;
  for (const Window& window : windows) {
    shared.push_back(shared_tokens(text.subspan(window.first, window.last - window.first), wanted));
    for (const std::uint32_t id : shared.back()) ++holders[id];
  }
  std::vector<double> coverage;
  for (const auto& ids : shared) {
    double sum = 0;
    for (const std::uint32_t id : ids) {
      sum += std::log1p(static_cast<double>(windows.size()) / static_cast<double>(holders[id]));
    }
    coverage.push_back(sum);
  }
  return coverage;
}

}  // namespace

std::vector<Window> relevant_windows(std::span<const std::uint32_t> text,
                                     const std::vector<Window>& windows,
                                     std::span<const std::uint32_t> claim) {
  if (windows.size() < 2) return windows;
  const std::vector<double> coverage = coverage_of(text, windows, claim);
  const double least = kLeastShare * *std::max_element(coverage.begin(), coverage.end());
  std::vector<Window> kept;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    if (coverage[i] >= least) kept.push_back(windows[i]);
  }
  return kept;
}

std::vector<Window> most_relevant_windows(std::span<const std::uint32_t> text,
                                          const std::vector<Window>& windows,
                                          std::span<const std::uint32_t> claim, std::size_t count) {
  if (windows.size() <= count) return windows;
  const std::vector<double> coverage = coverage_of(text, windows, claim);
  std::vector<std::size_t> best(windows.size());
  std::iota(best.begin(), best.end(), std::size_t{0});
  std::stable_sort(best.begin(), best.end(),
                   [&](std::size_t a, std::size_t b) { return coverage[a] > coverage[b]; });
  best.resize(count);
  std::sort(best.begin(), best.end());
  std::vector<Window> kept;
  for (const std::size_t i : best) kept.push_back(windows[i]);
  return kept;
}

}  // namespace assay::model
