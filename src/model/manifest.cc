#include "model/manifest.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/file.h"
#include "base/hash.h"
#include "base/parse_json.h"

namespace assay {
namespace model {
namespace {

using nlohmann::json;

tl::unexpected<Error> corrupt(const std::string& file, std::string field, std::string message) {
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = std::move(message);
  error.file = file;
  error.field = std::move(field);
  return tl::unexpected(std::move(error));
}

std::optional<std::string> text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

bool is_sha256(const std::string& digits) {
  return digits.size() == 64 && std::all_of(digits.begin(), digits.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// A path that stays inside the model's folder: verify_model reads what it names.
bool is_inside(const std::string& path) {
  const std::filesystem::path parts(path);
  if (path.empty() || parts.is_absolute()) return false;
  return std::none_of(parts.begin(), parts.end(), [](const auto& part) { return part == ".."; });
}

// A name is a folder's name, nothing more.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
}

Result<ModelFile> parse_file(const json& value, const std::string& where, const std::string& file) {
  if (!value.is_object()) return corrupt(file, where, "a file must be an object");
  const auto path = text_of(value, "path");
  if (!path || !is_inside(*path)) {
    return corrupt(file, where + ".path", "must be a path inside the model's folder");
  }
  const auto sha256 = text_of(value, "sha256");
  if (!sha256 || !is_sha256(*sha256)) {
    return corrupt(file, where + ".sha256", "must be 64 lower-case hexadecimal digits");
  }
  const auto size = value.find("size");
  if (size == value.end() || !size->is_number_unsigned()) {
    return corrupt(file, where + ".size", "must be a number of bytes");
  }
  return ModelFile{*path, *sha256, size->get<std::uint64_t>()};
}

Result<ModelQuality> parse_quality(const json& value, const std::string& where,
                                   const std::string& file) {
  if (!value.is_object()) return corrupt(file, where, "must be an object");
  const auto rows = text_of(value, "rows");
  if (!rows || !is_inside(*rows)) {
    return corrupt(file, where + ".rows", "must be a path inside the manifest's folder");
  }
  ModelQuality quality{*rows, {}};
  const auto scores = value.find("scores");
  if (scores == value.end() || !scores->is_object() || scores->empty()) {
    return corrupt(file, where + ".scores", "must be an object of numbers");
  }
  for (const auto& [name, score] : scores->items()) {
    if (!score.is_number()) return corrupt(file, where + ".scores", "`" + name + "` must be a number");
    quality.scores.emplace_back(name, score.get<double>());
  }
  return quality;
}

Result<ModelEntry> parse_model(const json& value, const std::string& where,
                               const std::string& file) {
  if (!value.is_object()) return corrupt(file, where, "a model must be an object");
  ModelEntry entry;
  const std::pair<const char*, std::string*> texts[] = {
      {"name", &entry.name},       {"task", &entry.task}, {"version", &entry.version},
      {"licence", &entry.licence}, {"base", &entry.base}, {"summary", &entry.summary}};
  for (const auto& [key, target] : texts) {
    auto text = text_of(value, key);
    if (!text) return corrupt(file, where + "." + key, "must be a string");
    *target = std::move(*text);
  }
  if (!is_plain_name(entry.name)) return corrupt(file, where + ".name", "must be a folder's name");
  const auto files = value.find("files");
  if (files == value.end() || !files->is_array()) {
    return corrupt(file, where + ".files", "must be a list");
  }
  for (std::size_t i = 0; i < files->size(); ++i) {
    auto parsed = parse_file((*files)[i], where + ".files[" + std::to_string(i) + "]", file);
    if (!parsed) return tl::unexpected(parsed.error());
    entry.files.push_back(std::move(*parsed));
  }
  if (const auto quality = value.find("quality"); quality != value.end()) {
    auto parsed = parse_quality(*quality, where + ".quality", file);
    if (!parsed) return tl::unexpected(parsed.error());
    entry.quality = std::move(*parsed);
  }
  return entry;
}

}  // namespace

Result<std::vector<ModelEntry>> parse_manifest(std::string_view text, const std::string& file) {
  const json root = base::parse_json(text);
  if (!root.is_object()) return corrupt(file, "", "not a JSON object");
  if (text_of(root, "schema") != std::string(kManifestSchema)) {
    return corrupt(file, "schema", "must be \"" + std::string(kManifestSchema) + "\"");
  }
  const auto models = root.find("models");
  if (models == root.end() || !models->is_array()) {
    return corrupt(file, "models", "must be a list");
  }
  std::vector<ModelEntry> entries;
  std::set<std::string> names;
  for (std::size_t i = 0; i < models->size(); ++i) {
    const std::string where = "models[" + std::to_string(i) + "]";
    auto entry = parse_model((*models)[i], where, file);
    if (!entry) return tl::unexpected(entry.error());
    if (!names.insert(entry->name).second) {
      return corrupt(file, where + ".name", "`" + entry->name + "` stands there twice");
    }
    entries.push_back(std::move(*entry));
  }
  return entries;
}

}  // namespace model

Result<std::vector<ModelEntry>> read_models_manifest(const std::filesystem::path& file) {
  const auto text = base::read_file(file);
  if (!text) return tl::unexpected(text.error());
  return model::parse_manifest(*text, file.string());
}

Result<std::vector<KnownModel>> list_models(std::span<const std::filesystem::path> extra) {
  std::vector<KnownModel> known;
  std::set<std::string> names;
  for (const auto& folder : models_search_path(extra)) {
    const auto file = folder / "manifest.json";
    std::error_code error;
    if (!std::filesystem::exists(file, error)) continue;
    auto entries = read_models_manifest(file);
    if (!entries) return tl::unexpected(entries.error());
    for (ModelEntry& entry : *entries) {
      if (!names.insert(entry.name).second) continue;
      auto path = models_path(entry.name, extra);
      known.push_back({std::move(entry), path ? *path : std::filesystem::path{}, folder});
    }
  }
  return known;
}

std::vector<FileProblem> verify_model(const KnownModel& model) {
  std::vector<FileProblem> problems;
  for (const ModelFile& file : model.entry.files) {
    const auto path = model.folder / file.path;
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (model.folder.empty() || error) {
      problems.push_back({file.path, "missing"});
    } else if (size != file.size) {
      problems.push_back(
          {file.path, "size " + std::to_string(size) + ", expected " + std::to_string(file.size)});
    } else if (const auto sha256 = base::sha256_file(path); !sha256) {
      problems.push_back({file.path, sha256.error().message});
    } else if (*sha256 != file.sha256) {
      problems.push_back({file.path, "sha256 differs"});
    }
  }
  return problems;
}

}  // namespace assay
