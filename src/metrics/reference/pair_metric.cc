#include "metrics/reference/pair_metric.h"

#include <fmt/format.h>

#include "base/parallel.h"
#include "metrics/option_names.h"
#include "metrics/record_check.h"
#include "metrics/reference/compared_text.h"
#include "metrics/stage_clock.h"

namespace assay::reference {
namespace {

class PairMetric final : public Metric {
 public:
  PairMetric(std::unique_ptr<const PairScorer> scorer, const MetricOptions& options, int threads)
      : scorer_(std::move(scorer)),
        name_(scorer_->name()),
        against_(against_of(options)),
        compat_(options.compat),
        threads_(threads) {}

  const std::string& name() const override { return name_; }
  std::vector<Need> needs() const override;
  std::string options_json() const override {
    return fmt::format(R"({{"against":"{}",{}"compat":"{}"}})", to_string(against_),
                       scorer_->options_json(), to_string(compat_));
  }
  Result<std::vector<RecordResult>> score(std::span<const Record> window) override;
  std::vector<std::pair<std::string, double>> corpus_scores(const Counts& sums) const override {
    return scorer_->corpus_scores(sums);
  }
  std::vector<StageTime> stage_times() const override { return clock_.times(); }

 private:
  RecordResult score_record(const Record& record) const;

  const std::unique_ptr<const PairScorer> scorer_;
  const std::string name_;
  const Against against_;
  const Compat compat_;
  const int threads_;
  StageClock clock_;
};

std::vector<Need> PairMetric::needs() const {
  std::vector<Need> needs = scorer_->needs();
  needs.insert(needs.begin(), need_of(against_));
  return needs;
}

RecordResult PairMetric::score_record(const Record& record) const {
  if (const auto status = incomparable(record, against_))
    return blank_result(record, name_, *status);
  PairScores scores = scorer_->score(record.response, compared_texts(record, against_, compat_));
  RecordResult result = blank_result(record, name_, Status::kMeasured);
  result.score = scores.score;
  result.scores = std::move(scores.scores);
  result.counts = std::move(scores.counts);
  return result;
}

Result<std::vector<RecordResult>> PairMetric::score(std::span<const Record> window) {
  const auto timing = clock_.time(name_);
  std::vector<RecordResult> results(window.size());
  base::parallel_for(window.size(), threads_,
                     [&](std::size_t i) { results[i] = score_record(window[i]); });
  return results;
}

}  // namespace

std::unique_ptr<Metric> make_pair_metric(std::unique_ptr<const PairScorer> scorer,
                                         const MetricOptions& options, int threads) {
  return std::make_unique<PairMetric>(std::move(scorer), options, threads);
}

}  // namespace assay::reference
