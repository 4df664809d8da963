#include "metrics/reference/rouge.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

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
  PairScores score(std::string_view response, std::span<const std::string> others) const override;

 private:
  const RougeOptions options_;
};

// Of every kind the values against the text with which its F1 is best, the first of equals.
RougeScores best_of_each(const std::vector<RougeScores>& all) {
  const auto is_worse = [](PrecisionRecall RougeScores::*kind) {
    return [kind](const RougeScores& a, const RougeScores& b) {
      return (a.*kind).f1() < (b.*kind).f1();
    };
  };
  RougeScores best = *std::max_element(all.begin(), all.end(), is_worse(&RougeScores::rouge_l));
  for (const auto kind : {&RougeScores::rouge1, &RougeScores::rouge2, &RougeScores::rouge_lsum})
    best.*kind = (*std::max_element(all.begin(), all.end(), is_worse(kind))).*kind;
  return best;
}

PairScores RougeScorer::score(std::string_view response,
                              std::span<const std::string> others) const {
  std::vector<RougeScores> all;
  for (const std::string& other : others) all.push_back(rouge_of(response, other, options_.stem));
  const RougeScores rouge = best_of_each(all);
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
  const bool lacks_words =
      rouge.response_words == 0 ||
      std::all_of(all.begin(), all.end(), [](const auto& one) { return one.other_words == 0; });
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
