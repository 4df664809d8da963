#pragma once
// What the experiments of `assay evaluate` share: records in memory, and metrics to run on them.

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/experiment.h"
#include "cli/interrupt.h"
#include "cli/metric_selection.h"
#include "cli/model_selection.h"
#include "engine/metric_set.h"

namespace assay::cli {

struct ExperimentSelection {
  MetricSelection metric;
  InputSelection input;
  ModelSelection models;
  bool quiet = false;
};

// IN, --metric, how the input is read, the models, --cache, --quiet.
void add_experiment_options(CLI::App& app, ExperimentSelection& selection);

// The metrics of a selection with their models. The models stop at `interrupt`.
class LoadedMetrics {
 public:
  static Result<LoadedMetrics> load(const MetricSelection& metric, ModelSelection models,
                                    const std::atomic<bool>* interrupt);

  std::span<Metric* const> get() const { return set_->get(); }
  std::vector<std::string> fingerprints() const;  // of the models that were loaded

 private:
  LoadedSelection models_;
  std::optional<engine::MetricSet> set_;  // goes before what it uses
};

class Experiment {
 public:
  // Reads the records. No model is loaded yet.
  static Result<Experiment> open(const ExperimentSelection& selection);

  std::span<const Record> records() const { return records_; }
  // Those of the selection; loaded by the first call.
  Result<std::span<Metric* const>> metrics();
  // Others, such as a variant of them.
  Result<LoadedMetrics> load(const MetricSelection& metric, const ModelSelection& models);

  // Shows its progress as `what`, on a terminal. kInterrupted after SIGINT.
  Result<std::vector<RecordResult>> run(Metric& metric, std::span<const Record> records,
                                        const std::string& what);

 private:
  std::unique_ptr<InterruptGuard> interrupt_;
  ExperimentSelection selection_;
  std::vector<Record> records_;
  std::optional<LoadedMetrics> metrics_;
};

}  // namespace assay::cli
