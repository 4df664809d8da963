#include "engine.h"

#include <future>

#include "assay/models.h"
#include "conversions.h"
#include "option_values.h"
#include "waiting.h"

namespace py = pybind11;

namespace assay::python {
namespace {

struct NamedModel {
  const char* key;
  const char* folder;
  std::string ModelPaths::*path;
};

constexpr NamedModel kModels[] = {
    {"linguistics", "en_core_web_sm", &ModelPaths::linguistics},
    {"nli", "nli", &ModelPaths::nli},
    {"qa", "qa", &ModelPaths::qa},
    {"embedder", "all-minilm-l6-v2", &ModelPaths::embedder},
    {"qg", nullptr, &ModelPaths::qg},
    {"qg_adapter", nullptr, &ModelPaths::qg_adapter},
    {"ensemble", "ensemble", &ModelPaths::ensemble},
    {"wordnet", nullptr, &ModelPaths::wordnet},
};

// What is named nowhere stays empty: the metric that needs it says what is missing.
ModelPaths model_paths(const std::map<std::string, std::string>& given, const Names& search) {
  const Places places(search.begin(), search.end());
  ModelPaths paths;
  for (const NamedModel& model : kModels) {
    const auto named = given.find(model.key);
    if (named != given.end()) {
      paths.*model.path = named->second;
    } else if (model.folder != nullptr) {
      if (const auto found = models_path(model.folder, places)) paths.*model.path = found->string();
    }
  }
  return paths;
}

ScoreOptions score_options(const std::string& input, const std::string& output,
                           const Names& metrics, const py::dict& options,
                           const std::map<std::string, std::string>& fields) {
  ScoreOptions score;
  score.input = input;
  score.output = output;
  score.metrics = metrics;
  score.metric_options = metric_options(options);
  score.fields.assign(fields.begin(), fields.end());
  return score;
}

ProgressCallback report_to(const py::object& progress, std::atomic<bool>& interrupt,
                           std::exception_ptr& raised) {
  if (progress.is_none()) return {};
  return [&progress, &interrupt, &raised](const Progress& done) {
    const py::gil_scoped_acquire lock;
    if (raised) return;
    try {
      progress(done.records, done.failed, done.fraction);
    } catch (const py::error_already_set&) {
      raised = std::current_exception();
      interrupt = true;
    }
  };
}

}  // namespace

Engine::Engine(const std::map<std::string, std::string>& paths, const Names& search, int threads,
               const std::string& cache) {
  if (!cache.empty()) cache_ = value_or_raise(open_sqlite_cache(cache));
  ModelOptions options;
  options.threads = threads;
  options.cache = cache_.get();
  options.interrupt = &interrupt_;
  resources_ = value_or_raise(make_resources(model_paths(paths, search), options));
}

void Engine::score_file(const std::string& input, const std::string& output, const Names& metrics,
                        const py::dict& options, const std::string& format,
                        const std::string& quoting_name,
                        const std::map<std::string, std::string>& fields, std::size_t window,
                        bool overwrite, bool restart, const py::object& progress) {
  ScoreOptions score = score_options(input, output, metrics, options, fields);
  score.format = input_format({"format", py::str(format)});
  score.quoting = quoting({"quoting", py::str(quoting_name)});
  score.window = window;
  score.overwrite = overwrite;
  score.restart = restart;
  score.interrupt = &interrupt_;
  std::exception_ptr raised;
  const auto callback = report_to(progress, interrupt_, raised);
  Result<RunSummary> summary;
  {
    const py::gil_scoped_release unlocked;
    const std::lock_guard<std::mutex> alone(running_);
    interrupt_ = false;
    auto future = std::async(std::launch::async,
                             [&] { return assay::score_file(score, *resources_, callback); });
    summary = wait_for(future, interrupt_, raised);
  }
  if (raised) std::rethrow_exception(raised);
  if (!summary) raise(summary.error());
}

std::unique_ptr<Engine> make_engine(const std::map<std::string, std::string>& paths,
                                    const Names& search, int threads, const std::string& cache) {
  return std::make_unique<Engine>(paths, search, threads, cache);
}

}  // namespace assay::python
