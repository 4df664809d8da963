#include "model/model_folder.h"

#include <algorithm>

#include "base/file.h"
#include "base/hash.h"
#include "model/checkpoint.h"

namespace assay::model {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

struct WeightsFile {
  WeightsKind kind;
  const char* name;
};
constexpr WeightsFile kWeightsFiles[] = {
    {WeightsKind::kOpenVino, "openvino_model.xml"},
    {WeightsKind::kOnnx, "model.onnx"},
    {WeightsKind::kSafetensors, "model.safetensors"},
    {WeightsKind::kSafetensors, "model.safetensors.index.json"}};

tl::unexpected<Error> no_weights(const fs::path& folder) {
  const std::string message = "no weights in " + folder.string();
  if (is_file(folder / "pytorch_model.bin")) {
    return fail(ErrorCode::kNotFound, message + " but pytorch_model.bin, which is not read",
                "load it with transformers and call save_pretrained(FOLDER): this writes "
                "model.safetensors (docs/models.md)");
  }
  if (is_file(folder / "onnx" / "model.onnx")) {
    return fail(ErrorCode::kNotFound, message + " itself",
                "copy onnx/model.onnx, and the files beside it, into the folder");
  }
  return fail(ErrorCode::kNotFound, message,
              "a model folder holds openvino_model.xml, model.onnx or model.safetensors "
              "(docs/models.md)");
}

// Files that a graph's file refers to.
void add_companions(ModelFolder& found) {
  if (found.weights_kind == WeightsKind::kOpenVino) found.files.emplace_back("openvino_model.bin");
  if (found.weights_kind != WeightsKind::kOnnx) return;
  for (const char* name : {"model.onnx_data", "model.onnx.data"}) {
    if (is_file(found.folder / name)) found.files.emplace_back(name);
  }
}

Result<void> add_shards(ModelFolder& found) {
  if (found.weights.extension() != ".json") return {};
  const auto text = base::read_file(found.weights);
  if (!text) return tl::unexpected(text.error());
  const auto names = parse_shard_index(*text, found.weights.string());
  if (!names) return tl::unexpected(names.error());
  for (const std::string& name : *names) found.files.emplace_back(name);
  return {};
}

Result<void> find_weights(ModelFolder& found) {
  for (const WeightsFile& file : kWeightsFiles) {
    if (!is_file(found.folder / file.name)) continue;
    found.weights_kind = file.kind;
    found.weights = found.folder / file.name;
    found.files.emplace_back(file.name);
    add_companions(found);
    return add_shards(found);
  }
  return no_weights(found.folder);
}

Result<void> find_tokenizer(ModelFolder& found) {
  found.tokenizer = found.folder / "tokenizer.json";
  found.files.emplace_back("tokenizer.json");
  if (is_file(found.tokenizer)) return {};
  return fail(ErrorCode::kNotFound, "no tokenizer.json in " + found.folder.string(),
              "AutoTokenizer.from_pretrained(FOLDER).save_pretrained(FOLDER) in Python, with the "
              "package transformers, writes it (docs/models.md)");
}

// The most tokens that the tokenizer is meant for. A number beyond all sense stands for "any".
Result<void> read_tokenizer_config(ModelFolder& found) {
  found.max_length = found.config.max_length();
  const fs::path file = found.folder / "tokenizer_config.json";
  if (!is_file(file)) return {};
  found.files.emplace_back("tokenizer_config.json");
  const auto text = base::read_file(file);
  if (!text) return tl::unexpected(text.error());
  auto fields = FieldReader::parse(*text, file.string());
  if (!fields) return tl::unexpected(fields.error());
  constexpr double kAny = 1e9;
  const double most = fields->number("model_max_length", kAny);
  if (most < 1) fields->reject("model_max_length", "must be at least 1");
  if (fields->problem()) return tl::unexpected(*fields->problem());
  if (most < kAny) {
    found.max_length = std::min(found.max_length, static_cast<std::size_t>(most));
  }
  return {};
}

// Appends the digests of `files` to `digests`.
Result<void> hash_files(const fs::path& folder, const std::vector<fs::path>& files,
                        std::string& digests) {
  for (const fs::path& file : files) {
    auto sha256 = base::sha256_file(folder / file);
    if (!sha256) {
      Error error = sha256.error();
      error.hint = "fetch the whole model again";
      return tl::unexpected(std::move(error));
    }
    digests += file.generic_string() + '\0' + *sha256 + '\0';
  }
  return {};
}

}  // namespace

const char* to_string(WeightsKind kind) {
  switch (kind) {
    case WeightsKind::kOpenVino:
      return "OpenVINO IR";
    case WeightsKind::kOnnx:
      return "ONNX";
    case WeightsKind::kSafetensors:
      return "safetensors";
  }
  return "";
}

Result<ModelFolder> open_model_folder(const fs::path& folder) {
  ModelFolder found;
  found.folder = folder;
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return fail(ErrorCode::kNotFound, "no model folder at " + folder.string(),
                "`assay models list` shows the models on this machine");
  }
  const fs::path config_file = folder / "config.json";
  const auto text =
      base::read_file(config_file,
                      "a model folder holds the config.json that was published with the weights "
                      "(docs/models.md)");
  if (!text) return tl::unexpected(text.error());
  auto config = parse_model_config(*text, config_file.string());
  if (!config) return tl::unexpected(config.error());
  found.config = std::move(*config);
  found.files.emplace_back("config.json");
  for (const auto step : {find_tokenizer, find_weights, read_tokenizer_config}) {
    if (auto done = step(found); !done) return tl::unexpected(done.error());
  }
  found.sentence.dimension = found.config.hidden_size;
  std::string digests;
  if (auto hashed = hash_files(folder, found.files, digests); !hashed) {
    return tl::unexpected(hashed.error());
  }
  found.fingerprint = base::sha256_hex(digests);
  return found;
}

Result<void> add_sentence_modules(ModelFolder& folder) {
  auto modules = read_sentence_modules(folder.folder, folder.config.hidden_size);
  if (!modules) return tl::unexpected(modules.error());
  if (modules->max_tokens > 0) {
    folder.max_length = std::min(folder.max_length, modules->max_tokens);
  }
  folder.sentence = std::move(*modules);
  if (folder.sentence.files.empty()) return {};
  std::string digests = folder.fingerprint;
  if (auto hashed = hash_files(folder.folder, folder.sentence.files, digests); !hashed) {
    return hashed;
  }
  folder.files.insert(folder.files.end(), folder.sentence.files.begin(),
                      folder.sentence.files.end());
  folder.fingerprint = base::sha256_hex(digests);
  return {};
}

}  // namespace assay::model
