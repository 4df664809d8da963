#pragma once
// Everything besides the records that decides the output of a run.

#include <span>
#include <string>
#include <vector>

#include "assay/engine.h"
#include "assay/metric.h"

namespace assay::engine {

struct RunIdentity {
  std::string json;         // an object: version, instruction set, metrics, models
  std::string fingerprint;  // "assay/1:" and a hash of it
};

// Of `loaded`, only the models that the metrics need count.
RunIdentity make_identity(std::span<Metric* const> metrics, std::span<const LoadedModel> loaded);

// The identity with the window and how the input is read, for the run log.
std::string with_input(const RunIdentity& identity, const ScoreOptions& options,
                       InputFormat format);

// The widest vector instructions that this processor has, as far as they change results.
std::string instruction_set();

}  // namespace assay::engine
