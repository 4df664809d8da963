#include "cli/model_selection.h"

#include <fmt/format.h>

#include "assay/models.h"
#include "base/thread_limit.h"
#include "cli/command_line/option_kinds.h"
#include "cli/command_line/suggest.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

// One model that a metric can need: the option that names its folder, and the name it is found by.
struct ModelChoice {
  const char* option;
  std::string ModelPaths::*path;
  const char* default_name;
};

// The weights of `ensemble` are one file, which may lie in a folder.
bool may_be_file(const ModelChoice& choice) {
  return choice.path == &ModelPaths::ensemble;
}

constexpr ModelChoice kChoices[] = {
    {"--linguistics", &ModelPaths::linguistics, "en_core_web_sm"},
    {"--nli", &ModelPaths::nli, "nli"},
    {"--qa", &ModelPaths::qa, "qa"},
    {"--embedder", &ModelPaths::embedder, "all-minilm-l6-v2"},
    {"--ensemble", &ModelPaths::ensemble, "ensemble"},
};

Result<void> check_folder(const std::string& folder, const char* option) {
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) return {};
  return fail(
      ErrorCode::kNotFound, fmt::format("{} {}: no such folder", option, folder),
      "nothing is downloaded: put the files of a checkpoint into a folder (docs/models.md); "
      "`assay models list` shows the folders of the models that are here");
}

// Models lie in folders that are named after them.
bool may_hold_models(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_directory(error) || entry.path().filename() == "manifest.json") return true;
  }
  return false;
}

Result<void> check_ensemble(const std::string& path) {
  std::error_code error;
  if (path.empty() || fs::exists(path, error)) return {};
  return fail(ErrorCode::kNotFound, fmt::format("--ensemble {}: no such file", path),
              "give what `assay calibrate combine` wrote");
}

Result<void> check_wordnet(const std::string& folder) {
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) return {};
  return fail(ErrorCode::kNotFound, fmt::format("--wordnet {}: no such folder", folder),
              "give the folder that holds index.noun, data.noun and so on; Debian's package "
              "wordnet-base brings /usr/share/wordnet");
}

// A generator that is misspelt looks like a file that is not there.
Result<void> check_generator(const std::string& path) {
  std::error_code error;
  if (path == kRules || fs::exists(path, error)) return {};
  const std::string names[] = {kRules};
  if (const auto near = nearest(path, names))
    return fail(ErrorCode::kInvalidOption, fmt::format("--qg {}: no such generator or file", path),
                fmt::format("did you mean `{}`?", *near));
  return fail(ErrorCode::kNotFound, fmt::format("--qg {}: no such file", path),
              "give the GGUF file or folder of a model that asks questions, or `rules`");
}

Result<void> check_generator_adapter(const ModelPaths& paths) {
  std::error_code error;
  if (paths.qg_adapter.empty()) return {};
  if (paths.qg == kRules || fs::is_directory(paths.qg, error))
    return fail(ErrorCode::kInvalidOption,
                fmt::format("--qg-adapter {}: --qg is {}, which takes no adapter", paths.qg_adapter,
                            paths.qg == kRules ? "`rules`" : "a folder"),
                "name the GGUF file that the adapter was trained on with --qg");
  if (fs::exists(paths.qg_adapter, error)) return {};
  return fail(ErrorCode::kNotFound, fmt::format("--qg-adapter {}: no such file", paths.qg_adapter),
              "give the adapter.gguf that `assay train lora` wrote");
}

// What --models holds counts where no option of its own names a folder.
Result<ModelPaths> resolve(const ModelSelection& selection) {
  if (auto checked = check_models_folder(selection.models); !checked)
    return tl::unexpected(checked.error());
  ModelPaths paths = selection.paths;
  if (auto checked = check_generator(paths.qg); !checked) return tl::unexpected(checked.error());
  if (auto checked = check_generator_adapter(paths); !checked)
    return tl::unexpected(checked.error());
  if (auto checked = check_wordnet(paths.wordnet); !checked) return tl::unexpected(checked.error());
  for (const ModelChoice& choice : kChoices) {
    std::string& path = paths.*choice.path;
    auto checked = may_be_file(choice) ? check_ensemble(path) : check_folder(path, choice.option);
    if (!checked) return tl::unexpected(checked.error());
    if (!path.empty() || selection.models.empty()) continue;
    const fs::path folder = fs::path(selection.models) / choice.default_name;
    std::error_code error;
    if (fs::is_directory(folder, error)) path = folder.string();
  }
  return paths;
}

}  // namespace

void add_models_folder_option(CLI::App& app, std::string& models) {
  add_directory_option(app, "--models", models,
                       "folder of model folders, searched before $ASSAY_MODELS and the defaults");
}

void add_linguistics_options(CLI::App& app, ModelSelection& selection) {
  add_models_folder_option(app, selection.models);
  add_directory_option(app, "--linguistics", selection.paths.linguistics,
                       "spaCy pipeline (default: en_core_web_sm)");
  add_count_option(app, "--threads", selection.threads, 0, "threads; 0: all cores",
                   base::kMostThreads);
}

void add_model_options(CLI::App& app, ModelSelection& selection) {
  add_linguistics_options(app, selection);
  add_directory_option(app, "--nli", selection.paths.nli, "NLI model (default: nli)");
  add_directory_option(app, "--qa", selection.paths.qa, "question-answering model (default: qa)");
  add_directory_option(app, "--embedder", selection.paths.embedder,
                       "encoder of bertscore and embedding (default: all-minilm-l6-v2)");
  add_directory_option(app, "--wordnet", selection.paths.wordnet,
                       "WordNet's data files, for meteor (default: $ASSAY_WORDNET, else "
                       "/usr/share/wordnet)");
  add_file_option(app, "--qg", selection.paths.qg,
                  "who asks the questions of q2: `rules`, a model in a GGUF file, or the folder of "
                  "one that `assay train seq2seq` made")
      ->capture_default_str();
  add_file_option(app, "--qg-adapter", selection.paths.qg_adapter,
                  "LoRA adapter (GGUF) of the model in the GGUF file of --qg");
  add_file_option(app, "--ensemble", selection.paths.ensemble,
                  "what `assay calibrate combine` wrote, for ensemble (default: ensemble)");
}

void add_cache_option(CLI::App& app, ModelSelection& selection) {
  add_file_option(app, "--cache", selection.cache,
                  "keep model answers in FILE and reuse them; results are the same without it");
  app.add_flag("--no-cache", selection.no_cache, "ignore --cache");
}

Result<void> check_models_folder(const std::string& models) {
  if (auto found = check_folder(models, "--models"); !found || models.empty()) return found;
  if (may_hold_models(models)) return {};
  return fail(
      ErrorCode::kInvalidOption,
      fmt::format("--models {}: holds neither manifest.json nor folders of models", models),
      "give the folder above those of the models; a single model by its own option, such as "
      "--nli");
}

std::vector<fs::path> extra_places(const std::string& models) {
  return models.empty() ? std::vector<fs::path>() : std::vector<fs::path>{models};
}

Result<LoadedSelection> open_selection(const ModelSelection& selection) {
  const auto paths = resolve(selection);
  if (!paths) return tl::unexpected(paths.error());
  LoadedSelection loaded;
  if (!selection.cache.empty() && !selection.no_cache) {
    auto cache = open_sqlite_cache(selection.cache);
    if (!cache) return tl::unexpected(cache.error());
    loaded.cache = *std::move(cache);
  }
  ModelOptions options;
  options.threads = selection.threads;
  options.cache = loaded.cache.get();
  options.interrupt = selection.interrupt;
  auto resources = make_resources(*paths, options);
  if (!resources) return tl::unexpected(resources.error());
  loaded.resources = *std::move(resources);
  return loaded;
}

}  // namespace assay::cli
