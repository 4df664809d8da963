#include "evaluate/labelled_scores.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::evaluate {
namespace {

void add(LabelledScores& sample, std::size_t item, double score, bool positive) {
  sample.items.push_back(item);
  sample.scores.push_back(score);
  sample.positive.push_back(positive);
}

}  // namespace

std::optional<double> fill_value(const ScoreColumn& column, const Fill& fill) {
  if (fill.value) return fill.value;
  std::optional<double> least;
  for (const Score& score : column.values) {
    if (score && (!least || *score < *least)) least = *score;
  }
  return least;
}

std::vector<LabelledScores> labelled_scores(const ScoreColumn& column, const Labels& labels,
                                            std::optional<double> fill,
                                            const std::vector<std::size_t>& items) {
  LabelledScores dropped{.missing = "none", .items = {}, .scores = {}, .positive = {}};
  LabelledScores filled{.missing = "filled", .items = {}, .scores = {}, .positive = {}};
  filled.fill = fill;
  for (const std::size_t i : items) {
    if (!labels[i]) continue;
    const Score& score = column.values[i];
    if (score) add(dropped, i, *score, *labels[i]);
    if (!score) ++dropped.n_missing;
    if (score || filled.fill) add(filled, i, score ? *score : *filled.fill, *labels[i]);
  }
  if (dropped.n_missing == 0) return {dropped};
  dropped.missing = "dropped";
  filled.n_missing = dropped.n_missing;
  if (!filled.fill) return {dropped};
  return {dropped, filled};
}

Result<Groups> groups_of(const ScoreTable& table, const std::string& column) {
  if (column.empty()) return Groups::each_alone(table.size());
  if (const TextColumn* texts = table.find_text(column)) return Groups::of(texts->values);
  return fail(ErrorCode::kInvalidOption, fmt::format("the column `{}` was not read", column));
}

}  // namespace assay::evaluate
