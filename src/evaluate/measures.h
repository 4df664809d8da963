#pragma once
// The measures of a yes-or-no decision, all at once.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "assay/estimate.h"
#include "evaluate/bootstrap.h"
#include "evaluate/ranked_sample.h"

namespace assay::evaluate {

inline constexpr std::array<const char*, 11> kVerdictMeasures = {"accuracy",
                                                                 "balanced_accuracy",
                                                                 "macro_f1",
                                                                 "kappa",
                                                                 "g_mean",
                                                                 "precision_grounded",
                                                                 "recall_grounded",
                                                                 "f1_grounded",
                                                                 "precision_ungrounded",
                                                                 "recall_ungrounded",
                                                                 "f1_ungrounded"};

// In the order of kVerdictMeasures.
RoundValues verdict_measures(const Confusion& confusion);

inline constexpr std::array<const char*, 5> kScoreMeasures = {
    "roc_auc", "average_precision_grounded", "average_precision_ungrounded", "ece", "brier"};

// In the order of kScoreMeasures.
RoundValues score_measures(const RankedSample& sample, const std::vector<double>& weights,
                           std::size_t bins);

// kVerdictMeasures at the threshold, then kScoreMeasures.
RoundValues all_measures(const RankedSample& sample, const std::vector<double>& weights,
                         double threshold, std::size_t bins);
std::vector<std::string> all_measure_names();

// Names and values with the intervals that the rounds give.
NamedEstimates with_intervals(const std::vector<std::string>& names, const RoundValues& values,
                              const std::vector<RoundValues>& rounds, double confidence);

}  // namespace assay::evaluate
