#pragma once
// A score as it stands in a cell.

#include <optional>
#include <string>
#include <string_view>

#include "assay/score_table.h"

namespace assay::evaluate {

// Whether a number can be a score or a rating: the squares and sums of greater ones would be
// infinite, and what is computed of them no number.
bool is_in_reach(double number);
inline constexpr char kOutOfReach[] = "numbers are from -1e100 to 1e100";

// A decimal number, white space around it not counted; nullopt for anything else. NaN and infinity
// are read as such, what is too large for a double as infinity, what is too small as 0.
std::optional<double> parse_number(std::string_view text);

// An absent or empty cell, NaN and infinity are errors or no score, by `empty`; other texts that
// are no numbers are errors. The error has a message and a hint, but no place.
Result<Score> parse_score(const std::optional<std::string>& cell, EmptyScores empty);

}  // namespace assay::evaluate
