#pragma once
// Which labels mean that a response is grounded.

#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"

namespace assay::report {

struct LabelMeanings {
  std::vector<std::optional<bool>> grounded;  // one a label; absent: left out, or not understood
  bool are_known = false;  // every label that is not left out is understood, and both kinds occur
};

// `positive` and `ignored` as in assay/labels.h: without `positive` the usual words count, and
// labels that are none of them are not understood, which is no error. A word of `positive` that is
// the label of no record is one.
Result<LabelMeanings> label_meanings(const std::vector<std::string>& labels,
                                     const std::vector<std::string>& positive,
                                     const std::vector<std::string>& ignored);

}  // namespace assay::report
