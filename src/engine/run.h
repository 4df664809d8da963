#pragma once
// A run with metrics that are made already: what score_file does once the models are there.

#include <span>

#include "assay/engine.h"
#include "assay/metric.h"
#include "engine/run_identity.h"

namespace assay::engine {

RecordSource record_source(const ScoreOptions& options);

// `metrics` must not be empty. ScoreOptions::metrics and metric_options are not looked at.
Result<RunSummary> run_metrics(const ScoreOptions& options, std::span<Metric* const> metrics,
                               const RunIdentity& identity, const ProgressCallback& progress = {});

}  // namespace assay::engine
