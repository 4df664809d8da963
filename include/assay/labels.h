#pragma once
// Labels of people: grounded or not, or ratings.
//
// Thread-safety: pure functions.
// Failure: kInvalidInput that names file, line and column of the first text that cannot be read,
// and says how to have it read.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/score_table.h"

namespace assay::evaluate {

// Which texts mean yes and no. Case does not count. With all lists empty: 1, true, yes, consistent,
// supported, supports, grounded, entailment, faithful, factual mean grounded; 0, false, no,
// inconsistent, refuted, refutes, ungrounded, contradiction, unfaithful, hallucinated do not; any
// other text is an error.
struct LabelWords {
  std::vector<std::string> positive = {};
  // With `positive` given and this empty, every text that is neither positive nor ignored is
  // negative.
  std::vector<std::string> negative = {};
  std::vector<std::string> ignored = {};  // items with these are left out, as if without a label
};

// One an item; absent where the item has no label. Fails too when a word of `positive` or
// `negative` is the label of no item: it is most likely misspelt.
using Labels = std::vector<std::optional<bool>>;
Result<Labels> read_labels(const ScoreTable& table, const std::string& column,
                           const LabelWords& words);

// Numbers, one an item; absent where the cell is empty; true and false are 1 and 0. A JSON list of
// numbers is their mean (ratings of several people).
using Ratings = std::vector<std::optional<double>>;
Result<Ratings> read_ratings(const ScoreTable& table, const std::string& column);

// Where words are given, labels as read_labels() reads them, as 1 and 0; else as above.
Result<Ratings> read_ratings(const ScoreTable& table, const std::string& column,
                             const LabelWords& words);

}  // namespace assay::evaluate
