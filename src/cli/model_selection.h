#pragma once
// The options that choose models and how they run, shared by every command that loads any.

#include <CLI/CLI.hpp>
#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "assay/cache.h"
#include "assay/metric.h"

namespace assay::cli {

struct ModelSelection {
  std::string models;  // --models: searched before every other place
  ModelPaths paths;    // --linguistics, --nli, --qa, --qg, --ensemble
  int threads = 0;
  std::string cache;  // --cache; empty: none
  bool no_cache = false;
  const std::atomic<bool>* interrupt = nullptr;  // as in ModelOptions
};

// --models, --linguistics, --threads: for commands that only analyse text.
void add_linguistics_options(CLI::App& app, ModelSelection& selection);
// The same and --nli, --qa, --qg.
void add_model_options(CLI::App& app, ModelSelection& selection);
// --models alone, for commands that run no model.
void add_models_folder_option(CLI::App& app, std::string& models);
// --cache and --no-cache.
void add_cache_option(CLI::App& app, ModelSelection& selection);

// The folder of --models as models_path() and its fellows take it.
// kNotFound when it is not there, kInvalidOption when it can hold no model.
Result<void> check_models_folder(const std::string& models);
std::vector<std::filesystem::path> extra_places(const std::string& models);

// The models of a command; keep it until they are no longer used.
struct LoadedSelection {
  std::unique_ptr<ModelCache> cache;
  std::unique_ptr<Resources> resources;
};

// Checks every folder and file that was named. No model is loaded yet.
Result<LoadedSelection> open_selection(const ModelSelection& selection);

}  // namespace assay::cli
