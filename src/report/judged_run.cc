#include "report/judged_run.h"

#include <algorithm>

#include "assay/metric.h"

namespace assay::report {
namespace {

// Of a metric of this build.
std::optional<MetricRange> known_range(const std::string& metric) {
  for (const MetricInfo& info : list_metrics()) {
    if (info.name != metric) continue;
    MetricRange range{.summary = info.summary};
    for (const ScoreInfo& score : info.scores) {
      if (score.name != metric) continue;
      range.least = score.least;
      range.most = score.most;
    }
    return range;
  }
  return std::nullopt;
}

// The range of a metric that this build does not know goes as far as its scores. One that may be
// negative begins at its lowest score: some can be far below 0, and never are.
void fit_to_scores(MetricRange& range, bool is_known, const RunTable& table, std::size_t metric) {
  double lowest = 0;
  for (const Item& item : table.items) {
    const auto& score = item.judgements[metric].score;
    if (!score) continue;
    lowest = std::min(lowest, *score);
    if (!is_known) range.most = std::max(range.most, *score);
  }
  range.least = is_known ? std::max(range.least, lowest) : lowest;
}

}  // namespace

MetricRange range_of(const RunTable& table, std::size_t metric, std::optional<double> threshold) {
  const auto known = known_range(table.metrics[metric]);
  MetricRange range = known.value_or(MetricRange{});
  fit_to_scores(range, known.has_value(), table, metric);
  range.threshold = threshold.value_or(range.most / 2);
  return range;
}

Confusion confusion_of(const JudgedRun& judged, std::size_t metric) {
  Confusion confusion;
  for (const Item& item : judged.run.items) {
    const auto& score = item.judgements[metric].score;
    if (!score || !item.label || !judged.meanings.grounded[*item.label]) continue;
    const bool called = *score > judged.ranges[metric].threshold;
    const bool grounded = *judged.meanings.grounded[*item.label];
    if (grounded)
      ++(called ? confusion.true_grounded : confusion.false_ungrounded);
    else
      ++(called ? confusion.false_grounded : confusion.true_ungrounded);
  }
  return confusion;
}

}  // namespace assay::report
