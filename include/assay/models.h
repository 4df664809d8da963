#pragma once
// Finding and checking model folders on this machine.
//
// A model has a name (`nli`, `qa`, `en_core_web_sm`, `all-minilm-l6-v2`) and is a folder of that
// name in one of the places of models_search_path(). `manifest.json` (schema `assay.models/1`, see
// docs/formats/model_manifest.md) beside the folders says what each model is and which bytes its
// files must have.
//
//   auto folder = assay::models_path("nli");
//   if (folder) auto model = assay::NliModel::load(*folder);
//
// Thread-safety: all functions may be called from many threads. Cost: models_path looks at a few
// folders; verify_model reads every file of the model once.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/error.h"

namespace assay {

struct ModelFile {
  std::string path;    // relative to the model's folder, with forward slashes
  std::string sha256;  // 64 lower-case hexadecimal digits
  std::uint64_t size = 0;
};

// How well a model did when it was released, on labelled rows that lie beside the manifest.
struct ModelQuality {
  std::string rows;                                    // a file, relative to the manifest's folder
  std::vector<std::pair<std::string, double>> scores;  // by name, such as "accuracy"
};

// What the manifest says of one model.
struct ModelEntry {
  std::string name;
  std::string task;  // "nli", "qa", "embedding", "linguistics"
  std::string version;
  std::string licence;  // SPDX expression
  std::string base;     // what it was trained from
  std::string summary;  // one line
  std::vector<ModelFile> files;
  std::optional<ModelQuality> quality;
};

// Where models are looked for, first match wins: `extra` (an option of the caller), the folders of
// the environment variable ASSAY_MODELS (separated by colons), `../share/assay/models` beside the
// running program, and, for a program that runs from its build tree, `models` and `.deps/models` of
// the source tree. Folders that do not exist are left out.
std::vector<std::filesystem::path> models_search_path(
    std::span<const std::filesystem::path> extra = {});

// The folder of a model. kNotFound lists the places that were looked at.
Result<std::filesystem::path> models_path(std::string_view name,
                                          std::span<const std::filesystem::path> extra = {});

// Reads one manifest file. kCorrupt names what is wrong and where.
Result<std::vector<ModelEntry>> read_models_manifest(const std::filesystem::path& file);

// One model of the manifests on the search path, and where it lies.
struct KnownModel {
  ModelEntry entry;
  std::filesystem::path folder;  // empty: described, but not on this machine
  std::filesystem::path manifest_folder = {};
};

// Every model of every manifest on the search path; of equal names the first counts.
Result<std::vector<KnownModel>> list_models(std::span<const std::filesystem::path> extra = {});

// What is wrong with a model's files; empty when every file is there with the right bytes.
struct FileProblem {
  std::string path;
  std::string problem;  // "missing", "size 12, expected 20", "sha256 differs"
};
std::vector<FileProblem> verify_model(const KnownModel& model);

}  // namespace assay
