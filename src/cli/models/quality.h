#pragma once
// Measuring a model again on the rows that come with it.

#include <string>
#include <vector>

#include "assay/models.h"

namespace assay::cli {

struct QualityCheck {
  std::string score;  // "accuracy", "exact", "f1", "refused"
  double released = 0;
  double measured = 0;

  // Other kernels may turn a row or two of such a small set.
  bool holds() const;
};

// Every score that the manifest names, measured now; none where it names none.
Result<std::vector<QualityCheck>> check_quality(const KnownModel& model);

}  // namespace assay::cli
