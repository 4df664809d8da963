#include "evaluate/bootstrap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::evaluate {
namespace {

std::vector<double> defined_values(const std::vector<RoundValues>& rounds, std::size_t index) {
  std::vector<double> values;
  for (const RoundValues& round : rounds) {
    if (round[index]) values.push_back(*round[index]);
  }
  if (values.size() * 2 < rounds.size()) values.clear();
  return values;
}

}  // namespace

Result<void> check_bootstrap(const BootstrapOptions& options) {
  if (options.confidence > 0 && options.confidence < 1) return {};
  return fail(ErrorCode::kInvalidOption,
              fmt::format("--confidence {} is no share", options.confidence),
              "give a number between 0 and 1, such as 0.95");
}

Result<void> check_interrupt(const BootstrapOptions& options) {
  if (!base::is_set(options.interrupt)) return {};
  return fail(ErrorCode::kInterrupted, "interrupted before the work was done");
}

double percentile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (place - static_cast<double>(low));
}

std::optional<Interval> interval_of(const std::vector<RoundValues>& rounds, std::size_t index,
                                    double confidence) {
  std::vector<double> values = defined_values(rounds, index);
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const double tail = (1 - confidence) / 2;
  return Interval{percentile(values, tail), percentile(values, 1 - tail)};
}

std::optional<double> p_value_of(const std::vector<RoundValues>& rounds, std::size_t index) {
  const std::vector<double> values = defined_values(rounds, index);
  if (values.empty()) return std::nullopt;
  const auto low = std::count_if(values.begin(), values.end(), [](double v) { return v <= 0; });
  const auto high = std::count_if(values.begin(), values.end(), [](double v) { return v >= 0; });
  const double tail = static_cast<double>(std::min(low, high) + 1);
  return std::min(1.0, 2 * tail / (static_cast<double>(values.size()) + 1));
}

}  // namespace assay::evaluate
