#include "report/comparison.h"

namespace assay::report {
namespace {

void add_pair(MetricChange& change, double before, double after, double threshold) {
  ++change.n_both;
  change.mean_before += before;
  change.mean_after += after;
  if (after > before) ++change.n_up;
  if (after < before) ++change.n_down;
  if (after > threshold && before <= threshold) ++change.n_now_grounded;
  if (after <= threshold && before > threshold) ++change.n_now_ungrounded;
}

}  // namespace

Matcher::Matcher(const RunTable& baseline) {
  for (std::size_t i = 0; i < baseline.items.size(); ++i)
    positions_[baseline.items[i].id].push_back(i);
}

std::optional<std::size_t> Matcher::match(const std::string& id) {
  const std::size_t occurrence = seen_[id]++;
  const auto found = positions_.find(id);
  if (found == positions_.end() || occurrence >= found->second.size()) return std::nullopt;
  return found->second[occurrence];
}

MetricChange compare_metric(const RunTable& run, const RunTable& baseline,
                            const std::vector<std::optional<std::size_t>>& matches,
                            std::size_t metric, std::size_t baseline_metric, double threshold) {
  MetricChange change{.metric = metric, .baseline_metric = baseline_metric};
  for (std::size_t i = 0; i < run.items.size(); ++i) {
    if (!matches[i]) continue;
    const auto& after = run.items[i].judgements[metric].score;
    const auto& before = baseline.items[*matches[i]].judgements[baseline_metric].score;
    if (after && before) add_pair(change, *before, *after, threshold);
    if (after && !before) ++change.n_now_measured;
    if (!after && before) ++change.n_no_longer_measured;
  }
  if (change.n_both > 0) {
    change.mean_before /= static_cast<double>(change.n_both);
    change.mean_after /= static_cast<double>(change.n_both);
  }
  return change;
}

}  // namespace assay::report
