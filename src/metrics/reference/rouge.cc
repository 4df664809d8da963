#include "metrics/reference/rouge.h"

#include <fmt/format.h>

#include "metrics/reference/pair_metric.h"
#include "metrics/reference/rouge_score.h"

namespace assay::reference {
namespace {

class RougeScorer final : public PairScorer {
 public:
  explicit RougeScorer(const RougeOptions& options) : options_(options) {}

  const char* name() const override { return "rouge"; }
  std::string options_json() const override {
    return fmt::format(R"("rouge_stem":{},)", options_.stem);
  }
  PairScores score(std::string_view response, std::string_view other) const override;

 private:
  const RougeOptions options_;
};

PairScores RougeScorer::score(std::string_view response, std::string_view other) const {
  const RougeScores rouge = rouge_of(response, other, options_.stem);
  PairScores scores;
  scores.score = rouge.rouge_l.f1();
  scores.scores = {{"rouge", scores.score}};
  const auto add = [&](const std::string& name, const PrecisionRecall& values) {
    scores.scores.emplace_back(name, values.f1());
    scores.scores.emplace_back(name + "_precision", values.precision);
    scores.scores.emplace_back(name + "_recall", values.recall);
  };
  add("rouge1", rouge.rouge1);
  add("rouge2", rouge.rouge2);
  add("rougeL", rouge.rouge_l);
  add("rougeLsum", rouge.rouge_lsum);
  const bool lacks_words = rouge.response_words == 0 || rouge.other_words == 0;
  scores.counts = {{"response_words", rouge.response_words},
                   {"other_words", rouge.other_words},
                   {"without_words", lacks_words ? 1 : 0}};
  return scores;
}

}  // namespace

std::unique_ptr<Metric> make_rouge(const MetricOptions& options, int threads) {
  return make_pair_metric(std::make_unique<RougeScorer>(options.rouge), options, threads);
}

}  // namespace assay::reference
