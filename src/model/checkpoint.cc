#include "model/checkpoint.h"

#include <set>

#include "base/file.h"
#include "model/field_reader.h"

namespace assay::model {
namespace {

namespace fs = std::filesystem;

Error corrupt(const std::string& file, std::string message, std::string hint) {
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = std::move(message);
  error.hint = std::move(hint);
  error.file = file;
  return error;
}

}  // namespace

Result<std::vector<std::string>> parse_shard_index(std::string_view json, const std::string& file) {
  auto fields = FieldReader::parse(json, file);
  if (!fields) return tl::unexpected(fields.error());
  std::set<std::string> names;
  for (const auto& [tensor, name] : fields->text_map("weight_map")) {
    if (name.empty() || fs::path(name).filename() != name || !name.ends_with(".safetensors")) {
      fields->reject("weight_map", "names `" + name + "`, which is no .safetensors file beside it");
    }
    names.insert(name);
  }
  if (names.empty()) fields->reject("weight_map", "names no file");
  if (fields->problem()) return tl::unexpected(*fields->problem());
  return std::vector<std::string>(names.begin(), names.end());
}

Result<Checkpoint> Checkpoint::open(const fs::path& file) {
  Checkpoint checkpoint;
  checkpoint.file_ = file;
  std::vector<fs::path> parts = {file};
  if (file.extension() == ".json") {
    const auto text = base::read_file(file);
    if (!text) return tl::unexpected(text.error());
    const auto names = parse_shard_index(*text, file.string());
    if (!names) return tl::unexpected(names.error());
    parts.clear();
    for (const std::string& name : *names) parts.push_back(file.parent_path() / name);
  }
  for (const fs::path& part : parts) {
    auto opened = SafetensorsFile::open(part);
    if (!opened) return tl::unexpected(opened.error());
    if (auto added = checkpoint.add(opened->tensors(), part); !added) {
      return tl::unexpected(added.error());
    }
    checkpoint.open_.push_back(std::move(*opened));
  }
  return checkpoint;
}

Result<Checkpoint> Checkpoint::parse(std::string_view bytes, const fs::path& file) {
  const auto tensors = parse_safetensors(bytes, file.string());
  if (!tensors) return tl::unexpected(tensors.error());
  Checkpoint checkpoint;
  checkpoint.file_ = file;
  if (auto added = checkpoint.add(*tensors, file); !added) return tl::unexpected(added.error());
  return checkpoint;
}

Result<void> Checkpoint::add(const TensorMap& tensors, const fs::path& file) {
  for (const auto& [name, view] : tensors) {
    if (!tensors_.emplace(name, StoredTensor{view, files_.size()}).second) {
      return tl::unexpected(corrupt(file.string(), "tensor `" + name + "` stands in two files",
                                    "fetch all files of the checkpoint again"));
    }
  }
  files_.push_back(file);
  return {};
}

}  // namespace assay::model
