#include "model/model_folder.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/hash.h"

namespace assay::model {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Larger sizes than any encoder has; what exceeds them is damage, and would overflow products.
constexpr std::uint64_t kLargestSize = 1U << 24;

tl::unexpected<Error> bad_config(const std::string& file, std::string field, std::string message) {
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = std::move(message);
  error.file = file;
  error.field = std::move(field);
  return tl::unexpected(std::move(error));
}

Result<void> read_size(const json& root, const char* key, std::size_t& size,
                       const std::string& file) {
  const auto found = root.find(key);
  if (found == root.end() || found->is_null()) return {};
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > kLargestSize) {
    return bad_config(file, key, "must be a whole number up to " + std::to_string(kLargestSize));
  }
  size = found->get<std::size_t>();
  return {};
}

Result<void> read_number(const json& root, const char* key, double& number,
                         const std::string& file) {
  const auto found = root.find(key);
  if (found == root.end() || found->is_null()) return {};
  if (!found->is_number()) return bad_config(file, key, "must be a number");
  number = found->get<double>();
  return {};
}

Result<void> read_text(const json& root, const char* key, std::string& text,
                       const std::string& file) {
  const auto found = root.find(key);
  if (found == root.end() || found->is_null()) return {};
  if (!found->is_string()) return bad_config(file, key, "must be a string");
  text = found->get<std::string>();
  return {};
}

Result<void> read_architectures(const json& root, ModelConfig& config, const std::string& file) {
  const auto found = root.find("architectures");
  if (found == root.end() || found->is_null()) return {};
  if (!found->is_array()) return bad_config(file, "architectures", "must be a list of strings");
  for (const json& name : *found) {
    if (!name.is_string()) return bad_config(file, "architectures", "must be a list of strings");
    config.architectures.push_back(name.get<std::string>());
  }
  return {};
}

Result<void> read_family(const json& root, ModelConfig& config, const std::string& file) {
  std::string type;
  if (auto read = read_text(root, "model_type", type, file); !read) return read;
  if (type == "bert") {
    config.family = Family::kBert;
  } else if (type == "roberta" || type == "xlm-roberta" || type == "camembert") {
    config.family = Family::kRoberta;
    config.pad_token_id = 1;
  } else {
    return fail(ErrorCode::kUnsupported, file + ": model_type `" + type + "` is not supported",
                "bert, roberta, xlm-roberta and camembert are");
  }
  return {};
}

// {"0": "entailment", ...}: ids must be 0 to n - 1.
Result<void> read_labels(const json& root, ModelConfig& config, const std::string& file) {
  const auto found = root.find("id2label");
  if (found == root.end() || found->is_null()) return {};
  if (!found->is_object()) return bad_config(file, "id2label", "must be an object");
  config.labels.resize(found->size());
  for (std::size_t id = 0; id < config.labels.size(); ++id) {
    const auto label = found->find(std::to_string(id));
    if (label == found->end() || !label->is_string()) {
      return bad_config(file, "id2label", "has no label for id " + std::to_string(id));
    }
    config.labels[id] = label->get<std::string>();
  }
  return {};
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

Result<std::string> read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return fail(ErrorCode::kNotFound, "cannot open " + path.string());
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) return fail(ErrorCode::kIo, "cannot read " + path.string());
  return bytes;
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

Result<void> find_weights(ModelFolder& found) {
  const std::pair<WeightsKind, const char*> kinds[] = {
      {WeightsKind::kOpenVino, "openvino_model.xml"},
      {WeightsKind::kOnnx, "model.onnx"},
      {WeightsKind::kSafetensors, "model.safetensors"}};
  for (const auto& [kind, name] : kinds) {
    if (!is_file(found.folder / name)) continue;
    found.weights_kind = kind;
    found.weights = found.folder / name;
    return {};
  }
  return fail(ErrorCode::kNotFound, "no weights in " + found.folder.string(),
              "a model folder holds openvino_model.xml, model.onnx or model.safetensors");
}

Result<std::string> hash_files(const ModelFolder& model) {
  std::vector<fs::path> files = {model.folder / "config.json", model.tokenizer, model.weights};
  if (model.weights_kind == WeightsKind::kOpenVino) {
    files.push_back(model.folder / "openvino_model.bin");
  }
  std::string digests;
  for (const fs::path& file : files) {
    const auto sha256 = base::sha256_file(file);
    if (!sha256) return tl::unexpected(sha256.error());
    digests += file.filename().string() + '\0' + *sha256 + '\0';
  }
  return base::sha256_hex(digests);
}

}  // namespace

std::size_t ModelConfig::max_length() const {
  constexpr std::size_t kUsual = 512;
  if (max_position_embeddings == 0) return kUsual;
  if (family == Family::kBert) return max_position_embeddings;
  const std::size_t first = pad_token_id + 1;
  return max_position_embeddings > first ? max_position_embeddings - first : 0;
}

Result<ModelConfig> parse_model_config(std::string_view text, const std::string& file) {
  const json root = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!root.is_object()) return bad_config(file, "", "not a JSON object");
  ModelConfig config;
  if (auto read = read_family(root, config, file); !read) return tl::unexpected(read.error());
  const std::pair<const char*, std::size_t*> sizes[] = {
      {"vocab_size", &config.vocab_size},
      {"hidden_size", &config.hidden_size},
      {"intermediate_size", &config.intermediate_size},
      {"num_hidden_layers", &config.num_hidden_layers},
      {"num_attention_heads", &config.num_attention_heads},
      {"max_position_embeddings", &config.max_position_embeddings},
      {"type_vocab_size", &config.type_vocab_size},
      {"pad_token_id", &config.pad_token_id},
      {"whole_tokens", &config.whole_tokens},
      {"window_tokens", &config.window_tokens},
      {"window_shared_tokens", &config.window_shared_tokens}};
  for (const auto& [key, size] : sizes) {
    if (auto read = read_size(root, key, *size, file); !read) return tl::unexpected(read.error());
  }
  const std::pair<const char*, double*> numbers[] = {
      {"layer_norm_eps", &config.layer_norm_eps},
      {"null_answer_margin", &config.null_answer_margin}};
  for (const auto& [key, number] : numbers) {
    if (auto read = read_number(root, key, *number, file); !read) {
      return tl::unexpected(read.error());
    }
  }
  const std::pair<const char*, std::string*> texts[] = {
      {"hidden_act", &config.hidden_act},
      {"position_embedding_type", &config.position_embedding_type}};
  for (const auto& [key, target] : texts) {
    if (auto read = read_text(root, key, *target, file); !read) {
      return tl::unexpected(read.error());
    }
  }
  if (auto read = read_architectures(root, config, file); !read) {
    return tl::unexpected(read.error());
  }
  if (auto read = read_labels(root, config, file); !read) return tl::unexpected(read.error());
  return config;
}

Result<std::array<std::size_t, 3>> nli_label_order(const std::vector<std::string>& labels,
                                                   const std::string& file) {
  constexpr std::array<std::string_view, 3> kNames = {"entailment", "neutral", "contradiction"};
  std::array<std::size_t, 3> order{};
  if (labels.size() != kNames.size()) {
    return bad_config(file, "id2label", "must hold entailment, neutral and contradiction");
  }
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const auto found = std::find_if(labels.begin(), labels.end(), [&](const std::string& label) {
      return lower(label) == kNames[i];
    });
    if (found == labels.end()) {
      return bad_config(file, "id2label", "has no label `" + std::string(kNames[i]) + "`");
    }
    order[i] = static_cast<std::size_t>(found - labels.begin());
  }
  return order;
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
  const auto text = read_file(config_file);
  if (!text) return tl::unexpected(text.error());
  auto config = parse_model_config(*text, config_file.string());
  if (!config) return tl::unexpected(config.error());
  found.config = std::move(*config);
  if (auto weights = find_weights(found); !weights) return tl::unexpected(weights.error());
  found.tokenizer = folder / "tokenizer.json";
  auto fingerprint = hash_files(found);
  if (!fingerprint) return tl::unexpected(fingerprint.error());
  found.fingerprint = std::move(*fingerprint);
  return found;
}

}  // namespace assay::model
