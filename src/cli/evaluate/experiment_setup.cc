#include "cli/evaluate/experiment_setup.h"

#include <fmt/format.h>

#include "base/format.h"
#include "cli/terminal/progress_line.h"

namespace assay::cli {

void add_experiment_options(CLI::App& app, ExperimentSelection& selection) {
  add_input_options(app, selection.input);
  add_metric_options(app, selection.metric);
  add_model_options(app, selection.models);
  add_cache_option(app, selection.models);
  app.add_flag("--quiet", selection.quiet, "draw no progress");
}

Result<LoadedMetrics> LoadedMetrics::load(const MetricSelection& metric, ModelSelection models,
                                          const std::atomic<bool>* interrupt) {
  models.interrupt = interrupt;
  LoadedMetrics loaded;
  auto opened = open_selection(models);
  if (!opened) return tl::unexpected(opened.error());
  loaded.models_ = *std::move(opened);
  auto set =
      engine::MetricSet::make(metric.metrics, metric_options_of(metric), *loaded.models_.resources);
  if (!set) return tl::unexpected(set.error());
  loaded.set_.emplace(*std::move(set));
  return loaded;
}

std::vector<std::string> LoadedMetrics::fingerprints() const {
  std::vector<std::string> fingerprints;
  for (const LoadedModel& model : models_.resources->loaded())
    fingerprints.push_back(model.fingerprint);
  return fingerprints;
}

Result<Experiment> Experiment::open(const ExperimentSelection& selection) {
  if (auto known = chosen_metrics(selection.metric); !known) return tl::unexpected(known.error());
  Experiment experiment;
  experiment.interrupt_ = std::make_unique<InterruptGuard>();
  experiment.selection_ = selection;
  auto source = record_source_of(selection.input);
  if (!source) return tl::unexpected(source.error());
  source->interrupt = &experiment.interrupt_->flag();
  auto records = evaluate::read_records(*source);
  if (!records) return tl::unexpected(records.error());
  experiment.records_ = *std::move(records);
  if (!experiment.records_.empty()) return experiment;
  Error error = fail(ErrorCode::kInvalidInput, "holds no records").value();
  error.file = selection.input.input;
  return tl::unexpected(std::move(error));
}

Result<LoadedMetrics> Experiment::load(const MetricSelection& metric,
                                       const ModelSelection& models) {
  ProgressLine line(!selection_.quiet);
  line.show_text("loading models");
  auto loaded = LoadedMetrics::load(metric, models, &interrupt_->flag());
  line.erase();
  return loaded;
}

Result<std::span<Metric* const>> Experiment::metrics() {
  if (!metrics_) {
    auto loaded = load(selection_.metric, selection_.models);
    if (!loaded) return tl::unexpected(loaded.error());
    metrics_.emplace(*std::move(loaded));
  }
  return metrics_->get();
}

Result<std::vector<RecordResult>> Experiment::run(Metric& metric, std::span<const Record> records,
                                                  const std::string& what) {
  ProgressLine line(!selection_.quiet);
  line.show_text(what);
  auto results = evaluate::run_metric(
      records, metric,
      {.interrupt = &interrupt_->flag(), .progress = [&](std::size_t done, std::size_t all) {
         line.show_text(
             fmt::format("{}: {} of {}", what, format_count(done), plural(all, "record")));
       }});
  line.erase();
  return results;
}

}  // namespace assay::cli
