#pragma once
// Ratings as positions in the sorted list of different values.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/agreement.h"

namespace assay::evaluate {

struct CodedRatings {
  std::vector<std::string> categories;  // as they were first written
  std::vector<double> numbers;          // of the categories; empty at the level kNominal
  // By item, then rater: the position of the value.
  std::vector<std::vector<std::optional<std::size_t>>> items;
};

// In the order of the numbers, where there are numbers, else of the texts; "1" and "1.0" are one
// category if and only if they are numbers. At the level kNominal texts that are all numbers are
// sorted as numbers, too.
Result<CodedRatings> code_ratings(const RatingMatrix& ratings, Level level);

}  // namespace assay::evaluate
