#pragma once
// The items of a table that have a label, as the statistics want them.

#include <optional>
#include <string>
#include <vector>

#include "assay/classify.h"
#include "evaluate/groups.h"

namespace assay::evaluate {

// Scores of one metric with their labels, in one of the ways to treat those that are missing.
struct LabelledScores {
  std::string missing;
  std::optional<double> fill = {};
  std::size_t n_missing = 0;
  std::vector<std::size_t> items;  // of the table
  std::vector<double> scores;
  std::vector<bool> positive;
};

// What stands in for a score that is missing: the least over all items of the metric, or what is
// given; absent where no item has one.
std::optional<double> fill_value(const ScoreColumn& column, const Fill& fill);

// Of `items`: one way where every labelled one has a score, else two, without them and with `fill`;
// where that is absent, only "dropped" comes back.
std::vector<LabelledScores> labelled_scores(const ScoreColumn& column, const Labels& labels,
                                            std::optional<double> fill,
                                            const std::vector<std::size_t>& items);

// By a column of the table, or every item alone where `column` is empty. Fails for a column that
// was not read.
Result<Groups> groups_of(const ScoreTable& table, const std::string& column);

}  // namespace assay::evaluate
