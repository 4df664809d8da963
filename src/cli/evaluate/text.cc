#include "cli/evaluate/text.h"

#include <fmt/format.h>

#include "base/format.h"

namespace assay::cli {

std::string number_cell(const std::optional<double>& value) {
  return value ? format_score(*value) : "-";
}

std::string p_cell(const std::optional<double>& p) {
  if (!p) return "-";
  return *p < 1e-4 ? "<0.0001" : fmt::format("{:.4f}", *p);
}

std::string estimate_cell(const evaluate::Estimate& estimate) {
  const std::string value = number_cell(estimate.value);
  if (!estimate.interval) return value;
  return fmt::format("{} [{:.3f}, {:.3f}]", value, estimate.interval->low, estimate.interval->high);
}

evaluate::Estimate find_estimate(const evaluate::NamedEstimates& estimates,
                                 const std::string& name) {
  for (const auto& [known, estimate] : estimates) {
    if (known == name) return estimate;
  }
  return {};
}

std::string metric_cell(const std::string& metric, const std::string& missing,
                        const std::optional<double>& fill) {
  if (missing == "dropped") return metric + " (scored only)";
  if (missing == "filled" && fill) return fmt::format("{} (missing as {:.4g})", metric, *fill);
  return metric;
}

std::string interval_note(const evaluate::BootstrapOptions& options) {
  if (options.rounds == 0) return {};
  return fmt::format("Brackets: {:g} % intervals of {} bootstrap rounds, seed {}.\n",
                     100 * options.confidence, format_count(options.rounds), options.seed);
}

}  // namespace assay::cli
