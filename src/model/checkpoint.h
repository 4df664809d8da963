#pragma once
// The weights of a model as Hugging Face stores them: one model.safetensors, or several files that
// model.safetensors.index.json lists.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/safetensors.h"

namespace assay::model {

struct StoredTensor {
  TensorView view;
  std::size_t file = 0;  // position in Checkpoint::files()
};

using NamedTensor = std::pair<const std::string, StoredTensor>;

// The files that an index names, sorted, each once. kCorrupt when it is not an index, or names a
// file in another folder. `file` is only named in errors.
Result<std::vector<std::string>> parse_shard_index(std::string_view json, const std::string& file);

// All tensors, held in memory.
class Checkpoint {
 public:
  // `file` is model.safetensors or model.safetensors.index.json.
  static Result<Checkpoint> open(const std::filesystem::path& file);
  // For weights that are in memory already; the bytes must outlive it.
  static Result<Checkpoint> parse(std::string_view bytes, const std::filesystem::path& file);

  const std::map<std::string, StoredTensor, std::less<>>& tensors() const { return tensors_; }
  const std::filesystem::path& file() const { return file_; }                 // as it was opened
  const std::vector<std::filesystem::path>& files() const { return files_; }  // with the tensors

 private:
  Result<void> add(const TensorMap& tensors, const std::filesystem::path& file);

  std::filesystem::path file_;
  std::vector<std::filesystem::path> files_;
  std::vector<SafetensorsFile> open_;
  std::map<std::string, StoredTensor, std::less<>> tensors_;
};

}  // namespace assay::model
