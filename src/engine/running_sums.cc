#include "engine/running_sums.h"

#include <algorithm>
#include <numeric>

namespace assay::engine {
namespace {

using base::JsonView;

constexpr std::array kStatuses = {Status::kMeasured, Status::kNoClaims, Status::kNoEvidence,
                                  Status::kFailed};

}  // namespace

void RunningSums::add(const RecordResult& result) {
  ++statuses_[static_cast<std::size_t>(result.status)];
  if (!result.fallback.empty()) ++fallbacks_;
  if (result.score) sum_ += *result.score;
  for (const auto& [name, value] : result.scores) {
    auto found =
        std::find_if(scores_.begin(), scores_.end(),
                     [&known = name](const ScoreSum& score) { return score.name == known; });
    if (found == scores_.end()) found = scores_.insert(found, ScoreSum{.name = name});
    ++found->n;
    found->sum += value;
  }
  for (const auto& [name, count] : result.counts) {
    auto found =
        std::find_if(counts_.begin(), counts_.end(),
                     [&known = name](const auto& count_sum) { return count_sum.first == known; });
    if (found == counts_.end()) found = counts_.insert(found, {name, 0});
    found->second += count;
  }
}

std::uint64_t RunningSums::total() const {
  return std::accumulate(statuses_.begin(), statuses_.end(), std::uint64_t{0});
}

MetricSummary RunningSums::summary() const {
  MetricSummary summary{.metric = metric_, .n_total = total(), .n_fallback = fallbacks_};
  summary.n_measured = statuses_[static_cast<std::size_t>(Status::kMeasured)];
  for (const Status status : kStatuses) {
    summary.statuses.emplace_back(to_string(status), statuses_[static_cast<std::size_t>(status)]);
  }
  if (summary.n_measured > 0) summary.mean = sum_ / static_cast<double>(summary.n_measured);
  for (const ScoreSum& score : scores_) {
    summary.score_means.push_back({score.name, score.n, score.sum / static_cast<double>(score.n)});
  }
  summary.counts = counts_;
  return summary;
}

void RunningSums::write(JsonWriter& json) const {
  json.open_object().key("metric").string(metric_).key("statuses").open_object();
  for (const Status status : kStatuses) {
    json.key(to_string(status)).unsigned_integer(statuses_[static_cast<std::size_t>(status)]);
  }
  json.close_object().key("fallbacks").unsigned_integer(fallbacks_).key("sum").number(sum_);
  json.key("scores").open_object();
  for (const ScoreSum& score : scores_) {
    json.key(score.name).open_object();
    json.key("n").unsigned_integer(score.n).key("sum").number(score.sum).close_object();
  }
  json.close_object().key("counts").open_object();
  for (const auto& [name, count] : counts_) json.key(name).integer(count);
  json.close_object().close_object();
}

RunningSums RunningSums::read(const JsonView& view) {
  RunningSums sums(view.text("metric"));
  const JsonView statuses = view.object("statuses");
  for (const Status status : kStatuses) {
    sums.statuses_[static_cast<std::size_t>(status)] = statuses.count(to_string(status));
  }
  sums.fallbacks_ = view.count("fallbacks");
  sums.sum_ = view.number("sum");
  const JsonView scores = view.object("scores");
  for (const std::string& name : scores.names()) {
    const JsonView score = scores.object(name);
    sums.scores_.push_back({name, score.count("n"), score.number("sum")});
  }
  const JsonView counts = view.object("counts");
  for (const std::string& name : counts.names()) {
    sums.counts_.emplace_back(name, counts.integer(name));
  }
  return sums;
}

}  // namespace assay::engine
