#include "train/lora/llama_base.h"

#include <cmath>
#include <set>

#include "train/lora/gguf_file.h"

namespace assay::train {
namespace {

std::string layer_name(std::size_t layer, const std::string& part) {
  return "blk." + std::to_string(layer) + "." + part + ".weight";
}

// Reads what a config needs; the first thing that is wrong is the error.
class ConfigReader {
 public:
  explicit ConfigReader(const GgufFile& file) : file_(file) {}

  std::size_t count(const char* key) {
    const auto value = file_.count(std::string("llama.") + key);
    if (value) return *value;
    if (!error_) error_ = value.error();
    return 1;
  }
  std::size_t count_or(const char* key, std::size_t otherwise) {
    return file_.has(std::string("llama.") + key) ? count(key) : otherwise;
  }
  double number_or(const char* key, double otherwise) const {
    return file_.number(std::string("llama.") + key).value_or(otherwise);
  }
  void refuse(const std::string& what) {
    if (!error_) error_ = file_.refuse(ErrorCode::kUnsupported, what).value();
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  const GgufFile& file_;
  std::optional<Error> error_;
};

void check_parts(const LlamaConfig& config, const GgufFile& file, ConfigReader& reader) {
  if (file.number("llama.expert_count").value_or(0) > 0) reader.refuse("has experts");
  const auto scaling = file.text("llama.rope.scaling.type").value_or("linear");
  const double factor =
      reader.number_or("rope.scaling.factor", reader.number_or("rope.scale_linear", 1));
  if ((scaling != "none" && scaling != "linear") || (factor != 0 && factor != 1)) {
    reader.refuse("scales its rotary embedding (`" + scaling + "`)");
  }
  if (reader.number_or("attention.scale", 0) != 0) reader.refuse("scales its attention");
  if (config.heads % config.key_heads != 0) reader.refuse("has an odd number of key heads");
  const auto same_width = [&](const char* key) {
    return reader.count_or(key, config.head_width) == config.head_width;
  };
  if (!same_width("attention.key_length") || !same_width("attention.value_length") ||
      !same_width("rope.dimension_count") || config.head_width % 2 != 0) {
    reader.refuse("has keys, values or rotary embeddings of another width than its heads");
  }
}

Result<LlamaConfig> read_config(const GgufFile& file) {
  const auto architecture = file.text("general.architecture").value_or("");
  if (architecture != "llama") {
    auto refused = file.refuse(ErrorCode::kUnsupported,
                               "its architecture is `" + architecture + "`, not `llama`");
    refused.value().hint = "an adapter can be trained for models such as Llama, Mistral or SmolLM2";
    return refused;
  }
  ConfigReader reader(file);
  LlamaConfig config;
  config.context = reader.count("context_length");
  config.width = reader.count("embedding_length");
  config.layers = reader.count("block_count");
  config.heads = reader.count("attention.head_count");
  config.key_heads = reader.count_or("attention.head_count_kv", config.heads);
  config.head_width = reader.count_or("attention.key_length", config.width / config.heads);
  config.feed_forward = reader.count("feed_forward_length");
  config.norm_epsilon = reader.number_or("attention.layer_norm_rms_epsilon", 1e-5);
  config.rope_base = reader.number_or("rope.freq_base", 10000);
  check_parts(config, file, reader);
  if (reader.error()) return tl::unexpected(*reader.error());
  return config;
}

// Something that the network would leave out must not be in the file.
Result<void> check_tensors(const GgufFile& file, std::size_t layers) {
  std::set<std::string> known = {"token_embd.weight", "output_norm.weight", "output.weight",
                                 "rope_freqs.weight"};
  for (std::size_t i = 0; i < layers; ++i) {
    for (std::size_t part = 0; part < kProjections; ++part) {
      known.insert(layer_name(i, name_of(static_cast<Projection>(part))));
    }
    known.insert(layer_name(i, "attn_norm"));
    known.insert(layer_name(i, "ffn_norm"));
  }
  for (const std::string& name : file.tensor_names()) {
    if (!known.contains(name)) {
      return file.refuse(ErrorCode::kUnsupported,
                         "has the tensor " + name + ", which is not known here");
    }
  }
  return {};
}

class WeightReader {
 public:
  WeightReader(const GgufFile& file, Precision precision) : file_(file), precision_(precision) {}

  at::Tensor vector(const std::string& name, std::size_t size) { return read(name, {size}); }
  at::Tensor matrix(const std::string& name, MatrixSize size) {
    return rounded(read(name, {size.outputs, size.inputs}));
  }
  at::Tensor exact(const std::string& name, MatrixSize size) {
    return read(name, {size.outputs, size.inputs});
  }
  at::Tensor rounded(const at::Tensor& values) const {
    return precision_ == Precision::kBf16 ? values.to(at::kBFloat16) : values;
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  at::Tensor read(const std::string& name, const std::vector<std::size_t>& shape) {
    const std::vector<std::int64_t> sizes(shape.begin(), shape.end());
    auto values = file_.floats(name, shape);
    if (values) return at::from_blob(values->data(), sizes, at::kFloat).clone();
    if (!error_) error_ = values.error();
    return at::zeros({});
  }

  const GgufFile& file_;
  Precision precision_;
  std::optional<Error> error_;
};

LlamaLayer read_layer(WeightReader& reader, std::size_t layer, const LlamaConfig& config) {
  LlamaLayer made;
  made.attention_norm = reader.vector(layer_name(layer, "attn_norm"), config.width);
  made.feed_norm = reader.vector(layer_name(layer, "ffn_norm"), config.width);
  for (std::size_t i = 0; i < kProjections; ++i) {
    const auto projection = static_cast<Projection>(i);
    const MatrixSize size = size_of(projection, config);
    made.matrices[i] = reader.matrix(layer_name(layer, name_of(projection)), size);
  }
  return made;
}

}  // namespace

Result<LlamaBase> load_llama_base(const std::filesystem::path& path, Precision precision) {
  const auto file = GgufFile::open(path);
  if (!file) return tl::unexpected(file.error());
  auto config = read_config(*file);
  if (!config) return tl::unexpected(config.error());
  if (auto checked = check_tensors(*file, config->layers); !checked) {
    return tl::unexpected(checked.error());
  }
  const auto vocabulary = file->tensor_rows("token_embd.weight");
  if (!vocabulary) return tl::unexpected(vocabulary.error());
  config->vocabulary = *vocabulary;
  if (file->has_tensor("rope_freqs.weight")) {
    auto divisors = file->floats("rope_freqs.weight", {config->head_width / 2});
    if (!divisors) return tl::unexpected(divisors.error());
    config->rope_divisors = std::move(*divisors);
  }
  LlamaBase base;
  base.config = *config;
  WeightReader reader(*file, precision);
  const MatrixSize words = {config->vocabulary, config->width};
  base.embeddings = reader.exact("token_embd.weight", words);
  for (std::size_t i = 0; i < config->layers; ++i) {
    base.layers.push_back(read_layer(reader, i, *config));
  }
  base.output_norm = reader.vector("output_norm.weight", config->width);
  base.output = file->has_tensor("output.weight") ? reader.matrix("output.weight", words)
                                                  : reader.rounded(base.embeddings);
  if (reader.error()) return tl::unexpected(*reader.error());
  return base;
}

}  // namespace assay::train
