#include "metrics/reference/nli.h"

#include <nlohmann/json.hpp>

#include "metrics/entailment.h"
#include "metrics/option_names.h"
#include "metrics/record_check.h"
#include "metrics/stage_clock.h"

namespace assay::reference {
namespace {

class NliMetric final : public Metric {
 public:
  NliMetric(const NliModel& model, Compat compat) : model_(model), compat_(compat) {}

  const std::string& name() const override { return name_; }
  std::vector<Need> needs() const override { return {Need::kKnowledge, Need::kNli}; }
  std::string options_json() const override {
    return nlohmann::ordered_json{{"compat", to_string(compat_)}}.dump();
  }
  Result<std::vector<RecordResult>> score(std::span<const Record> window) override;
  std::vector<StageTime> stage_times() const override { return clock_.times(); }

 private:
  RecordResult result_of(const Record& record, const ResponseJudgement& judgement) const;

  const std::string name_ = "nli";
  const NliModel& model_;
  Compat compat_;
  StageClock clock_;
};

Result<std::vector<RecordResult>> NliMetric::score(std::span<const Record> window) {
  std::vector<RecordResult> results;
  std::vector<const Record*> scorable;
  std::vector<std::size_t> positions;
  for (const Record& record : window) {
    const auto status = unscorable(record);
    if (!status) {
      scorable.push_back(&record);
      positions.push_back(results.size());
    }
    results.push_back(blank_result(record, name_, status.value_or(Status::kMeasured)));
  }
  const auto timing = clock_.time("nli");
  const auto judgements = judge_responses(model_, scorable, compat_);
  if (!judgements) return tl::unexpected(judgements.error());
  for (std::size_t i = 0; i < scorable.size(); ++i) {
    results[positions[i]] = result_of(*scorable[i], (*judgements)[i]);
  }
  return results;
}

RecordResult NliMetric::result_of(const Record& record, const ResponseJudgement& judgement) const {
  RecordResult result = blank_result(record, name_, Status::kMeasured);
  result.units.push_back(response_unit(record, judgement, compat_));
  result.score = result.units.front().score;
  result.scores = {{"nli", *result.score},
                   {"entailment", judgement.scores.entailment},
                   {"neutral", judgement.scores.neutral},
                   {"contradiction", judgement.scores.contradiction},
                   {"entailment_minus_contradiction",
                    judgement.scores.entailment - judgement.scores.contradiction}};
  result.truncated = judgement.truncated;
  return result;
}

}  // namespace

std::unique_ptr<Metric> make_nli(const NliModel& model, const MetricOptions& options) {
  return std::make_unique<NliMetric>(model, options.compat);
}

}  // namespace assay::reference
