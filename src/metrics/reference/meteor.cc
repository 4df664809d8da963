#include "metrics/reference/meteor.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "metrics/option_names.h"
#include "metrics/reference/meteor_alignment.h"
#include "metrics/reference/pair_metric.h"

namespace assay::reference {
namespace {

struct Weights {
  double alpha =
      0;            // weight of precision in the denominator of the mean: large means recall counts
  double beta = 0;  // shape of the penalty
  double gamma = 0;  // the largest penalty
};

Weights weights_of(MeteorOptions::Parameters parameters) {
  if (parameters == MeteorOptions::Parameters::k2007) return {0.81, 0.83, 0.28};
  return {0.9, 3, 0.5};
}

class MeteorScorer final : public PairScorer {
 public:
  MeteorScorer(const nlp::WordNet& wordnet, const MeteorOptions& options)
      : wordnet_(wordnet), options_(options) {}

  const char* name() const override { return "meteor"; }
  std::string options_json() const override {
    return fmt::format(R"("meteor_parameters":"{}",)", to_string(options_.parameters));
  }
  std::vector<Need> needs() const override { return {Need::kWordNet}; }
  PairScores score(std::string_view response, std::span<const std::string> others) const override;

 private:
  PairScores score_one(std::string_view response, std::string_view other) const;

  const nlp::WordNet& wordnet_;
  const MeteorOptions options_;
};

// With the text that is best, the first of equals.
PairScores MeteorScorer::score(std::string_view response,
                               std::span<const std::string> others) const {
  PairScores best = score_one(response, others.front());
  for (const std::string& other : others.subspan(1)) {
    PairScores scores = score_one(response, other);
    if (scores.score > best.score) best = std::move(scores);
  }
  return best;
}

PairScores MeteorScorer::score_one(std::string_view response, std::string_view other) const {
  const auto said = meteor_tokens(response);
  const auto known = meteor_tokens(other);
  const MeteorAlignment alignment = align(said, known, wordnet_);
  const Weights weights = weights_of(options_.parameters);
  const auto matches = static_cast<double>(alignment.matches());
  double precision = 0;
  double recall = 0;
  double penalty = 0;
  PairScores scores;
  if (matches > 0) {
    precision = matches / static_cast<double>(said.size());
    recall = matches / static_cast<double>(known.size());
    const double mean =
        precision * recall / (weights.alpha * precision + (1 - weights.alpha) * recall);
    penalty =
        weights.gamma * std::pow(static_cast<double>(alignment.chunks) / matches, weights.beta);
    scores.score = (1 - penalty) * mean;
  }
  scores.scores = {
      {"meteor", scores.score}, {"precision", precision}, {"recall", recall}, {"penalty", penalty}};
  const auto count = [](std::size_t number) { return static_cast<std::int64_t>(number); };
  scores.counts = {{"response_tokens", count(said.size())}, {"other_tokens", count(known.size())},
                   {"equal", count(alignment.exact)},       {"stems", count(alignment.stems)},
                   {"synonyms", count(alignment.synonyms)}, {"chunks", count(alignment.chunks)}};
  return scores;
}

}  // namespace

std::unique_ptr<Metric> make_meteor(const nlp::WordNet& wordnet, const MetricOptions& options,
                                    int threads) {
  return make_pair_metric(std::make_unique<MeteorScorer>(wordnet, options.meteor), options,
                          threads);
}

}  // namespace assay::reference
