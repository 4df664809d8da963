// An ensemble applied to a table of scores.

#include <fmt/format.h>

#include <cmath>

#include "assay/combine.h"
#include "engine/json_writer.h"

namespace assay::evaluate {
namespace {

Score combined_score(const ScoreTable& table, const Ensemble& ensemble, std::size_t item) {
  std::vector<double> scores;
  for (const ScoreColumn& column : table.scores) {
    if (!column.values[item]) return column.values[item];
    scores.push_back(*column.values[item]);
  }
  return probability_of(ensemble.logit(scores));
}

}  // namespace

Result<void> choose_scores(std::vector<std::string>& scores, const Ensemble& ensemble) {
  if (scores.empty()) {
    for (const EnsembleTerm& term : ensemble.terms) scores.push_back(term.score);
  }
  if (scores.size() == ensemble.terms.size()) return {};
  return fail(ErrorCode::kInvalidOption,
              fmt::format("the ensemble is of {} scores, and --score names {}",
                          ensemble.terms.size(), scores.size()),
              "name one for each of its terms, in their order, or none");
}

std::vector<Score> combined_scores(const ScoreTable& table, const Ensemble& ensemble) {
  std::vector<Score> scores;
  for (std::size_t i = 0; i < table.size(); ++i)
    scores.push_back(combined_score(table, ensemble, i));
  return scores;
}

std::string combined_lines(const ScoreTable& table, const Ensemble& ensemble) {
  const std::vector<Score> scores = combined_scores(table, ensemble);
  std::string lines;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Score& score = scores[i];
    engine::JsonWriter json;
    json.open_object().key("id").string(table.ids[i]).key("metric").string("ensemble");
    for (const char* name : {"score", "probability"}) {
      json.key(name);
      score ? json.number(*score) : json.null();
    }
    json.key("grounded");
    score ? json.boolean(is_grounded(*score)) : json.null();
    if (!score) json.key("no_score").string(to_string(score.error()));
    json.close_object();
    lines += json.take() + "\n";
  }
  return lines;
}

}  // namespace assay::evaluate
