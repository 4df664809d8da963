#pragma once
// The options of `assay evaluate` and `assay calibrate`, by the names that Python gives them.

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "assay/agreement.h"
#include "assay/calibrate.h"
#include "assay/classify.h"
#include "assay/combine.h"
#include "assay/correlate.h"
#include "assay/labels.h"
#include "assay/score_table.h"
#include "assay/system_level.h"

namespace assay::python {

// Which scores are read, and which labels beside them.
struct TableOptions {
  evaluate::ScoreSource source = {};
  std::string label = "label";
  evaluate::LabelWords words = {};
  std::vector<std::string> calibrators = {};  // files with thresholds to cut at
};

// Each from a dict, in which what is absent has its default.
TableOptions table_options(const pybind11::dict& given);
evaluate::RatingColumns rating_columns(const pybind11::dict& given);
evaluate::ClassifyOptions classify_options(const pybind11::dict& given);
evaluate::CorrelateOptions correlate_options(const pybind11::dict& given);
evaluate::AgreementOptions agreement_options(const pybind11::dict& given);
evaluate::SystemLevelOptions system_level_options(const pybind11::dict& given);
evaluate::CalibrateOptions calibrate_options(const pybind11::dict& given);
evaluate::CombineOptions combine_options(const pybind11::dict& given);

}  // namespace assay::python
