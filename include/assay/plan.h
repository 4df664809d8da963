#pragma once
// What a run would take, before it is run: for `assay plan`.
//
// The input is read once to count its records and once more to take a small sample, spread evenly
// over it, which is really scored; what the models did for the sample is scaled by the length of
// the texts. So the plan costs the loading of the models and a few records, and its numbers are
// estimates: records that are unlike the sample, equal inputs in one window and answers from the
// cache make the run differ from them.
//
// Thread-safety: as score_file. Failure: as score_file, and kInvalidInput for an input that cannot
// be read twice (standard input, a pipe).

#include <cstdint>
#include <string>
#include <vector>

#include "assay/engine.h"
#include "assay/error.h"
#include "assay/metric.h"

namespace assay {

struct PlanOptions {
  // Of these, output, overwrite, restart and interrupt are not looked at.
  ScoreOptions score;
  std::size_t sample = 32;  // records that are scored
};

// One model and the estimate of its work over the whole input.
struct ModelPlan {
  Need need = Need::kNli;
  std::string fingerprint;
  double load_seconds = 0;  // measured
  double inputs = 0;
  double rows = 0;  // sequences computed, equal inputs and cached answers taken out
  double tokens = 0;
  double seconds = 0;
};

struct MetricPlan {
  std::string metric;
  std::vector<Need> needs;
  double seconds = 0;  // its models included
};

struct RunPlan {
  std::uint64_t n_records = 0;
  std::uint64_t n_bad = 0;  // would fail
  std::uint64_t n_without_knowledge = 0;
  std::uint64_t n_without_reference = 0;
  std::uint64_t text_bytes = 0;  // of responses, knowledge and references
  std::uint64_t n_sampled = 0;
  double sample_seconds = 0;  // that scoring the sample took
  double seconds = 0;         // estimate for the whole input, loading excluded
  std::vector<MetricPlan> metrics;
  std::vector<ModelPlan> models;    // in the order of Need; those that no metric needs left out
  std::vector<Error> first_errors;  // at most 10 of the bad records
  std::string fingerprint;          // of the run that was planned
};

Result<RunPlan> plan_run(const PlanOptions& options, Resources& resources);

}  // namespace assay
