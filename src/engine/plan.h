#pragma once
// A plan with metrics that are made already: what plan_run does once the models are there.

#include <functional>
#include <span>
#include <vector>

#include "assay/plan.h"

namespace assay::engine {

// kInvalidInput for an input that cannot be read twice.
Result<void> check_rereadable(const RecordSource& source);

// `loaded` tells what the models have done so far (Resources::loaded).
Result<RunPlan> plan_metrics(const PlanOptions& options, std::span<Metric* const> metrics,
                             const std::function<std::vector<LoadedModel>()>& loaded);

}  // namespace assay::engine
