#include "seq2seq/weights.h"

#include <algorithm>
#include <cmath>

#include "model/checkpoint.h"

namespace assay::seq2seq {
namespace {

constexpr char kArchitecture[] = "AssayQuestionGenerator";

using Shape = std::vector<std::size_t>;

// What cannot be read is empty; the first complaint says why.
class Reader {
 public:
  Reader(const model::Checkpoint& checkpoint, const model::ModelConfig& config)
      : checkpoint_(checkpoint), config_(config) {}

  std::vector<float> numbers(const std::string& name, const Shape& shape) {
    const model::TensorView* view = find(name, shape);
    if (view == nullptr) return {};
    if (!model::is_float(view->type)) {
      complain("tensor " + name + " is not of F32, F16 or BF16");
      return {};
    }
    auto values = model::to_floats(*view);
    if (std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
      return values;
    complain("tensor " + name + " holds numbers that are infinite or none");
    return {};
  }

  ByteMatrix matrix(const std::string& name, std::size_t rows, std::size_t columns) {
    const model::TensorView* view = find(name, {rows, columns});
    if (view == nullptr) return {};
    if (view->type == model::TensorType::kI8) {
      return {rows, columns, model::to_bytes(*view), numbers(name + ".scales", {rows})};
    }
    const auto values = numbers(name, {rows, columns});
    return values.empty() ? ByteMatrix{} : ByteMatrix::rounded(values, rows, columns);
  }

  // `parts` names tensors of `outputs` rows each, which are stacked.
  LinearWeights linear(const std::vector<std::string>& parts, std::size_t outputs,
                       std::size_t inputs) {
    LinearWeights stacked;
    stacked.matrix.columns = inputs;
    for (const std::string& part : parts) {
      const ByteMatrix one = matrix(part + ".weight", outputs, inputs);
      const auto biases = numbers(part + ".bias", {outputs});
      ByteMatrix& all = stacked.matrix;
      all.rows += outputs;
      all.values.insert(all.values.end(), one.values.begin(), one.values.end());
      all.scales.insert(all.scales.end(), one.scales.begin(), one.scales.end());
      stacked.biases.insert(stacked.biases.end(), biases.begin(), biases.end());
    }
    return stacked;
  }

  Norm norm(const std::string& name) {
    const Shape shape = {config_.hidden_size};
    return {numbers(name + ".weight", shape), numbers(name + ".bias", shape),
            static_cast<float>(config_.layer_norm_eps)};
  }

  LayerWeights layer(const std::string& name) {
    const std::size_t size = config_.hidden_size;
    const std::size_t wide = config_.intermediate_size;
    const std::string self = name + "attention.self.";
    return {linear({self + "query", self + "key", self + "value"}, size, size),
            linear({name + "attention.output.dense"}, size, size),
            norm(name + "attention.output.LayerNorm"),
            linear({name + "intermediate.dense"}, wide, size),
            linear({name + "output.dense"}, size, wide),
            norm(name + "output.LayerNorm")};
  }

  DecoderLayerWeights decoder_layer(const std::string& name) {
    const std::size_t size = config_.hidden_size;
    const std::string self = name + "crossattention.self.";
    return {layer(name), linear({self + "query"}, size, size),
            linear({self + "key", self + "value"}, size, size),
            linear({name + "crossattention.output.dense"}, size, size),
            norm(name + "crossattention.output.LayerNorm")};
  }

  // Layers beyond `count`, whose names begin with `name`, would be left out without a word.
  void refuse_layers_from(const std::string& name, std::size_t count) {
    const std::string next = name + std::to_string(count) + ".";
    const auto found = checkpoint_.tensors().lower_bound(next);
    if (found == checkpoint_.tensors().end() || !found->first.starts_with(next)) return;
    complain("has the tensor " + found->first + ", for which config.json gives too few layers");
  }

  bool good() const { return complaint_.empty(); }
  const std::string& complaint() const { return complaint_; }

 private:
  const model::TensorView* find(const std::string& name, const Shape& shape) {
    const auto found = checkpoint_.tensors().find(name);
    if (found == checkpoint_.tensors().end()) {
      complain("has no tensor " + name);
      return nullptr;
    }
    if (found->second.view.shape == shape) return &found->second.view;
    complain("tensor " + name + " has another shape than config.json says");
    return nullptr;
  }

  void complain(std::string text) {
    if (complaint_.empty()) complaint_ = std::move(text);
  }

  const model::Checkpoint& checkpoint_;
  const model::ModelConfig& config_;
  std::string complaint_;
};

tl::unexpected<Error> unsupported(const model::ModelFolder& folder, const std::string& what) {
  return fail(ErrorCode::kUnsupported, folder.folder.string() + ": " + what,
              "`assay train seq2seq` makes generators of questions; a language model is given as a "
              "GGUF file (docs/models.md)");
}

struct DecoderSizes {
  std::size_t layers = 0;
  std::size_t positions = 0;
  std::size_t outputs = 0;
};

Result<DecoderSizes> decoder_sizes(const model::ModelFolder& folder) {
  model::FieldReader fields = folder.config.fields;
  DecoderSizes sizes;
  sizes.layers = fields.size("decoder_layers", 0);
  sizes.positions = fields.size("decoder_positions", 0);
  sizes.outputs = fields.size("output_tokens", 0);
  if (sizes.outputs == 0) sizes.outputs = folder.config.vocab_size;
  if (fields.problem()) return tl::unexpected(*fields.problem());
  if (sizes.layers == 0 || sizes.positions == 0) {
    return unsupported(folder, "config.json does not give decoder_layers and decoder_positions");
  }
  if (sizes.outputs > folder.config.vocab_size) {
    return unsupported(folder, "config.json: output_tokens is more than the vocabulary has");
  }
  return sizes;
}

Result<void> check_supported(const model::ModelFolder& folder) {
  const model::ModelConfig& config = folder.config;
  if (!is_seq2seq(folder)) return unsupported(folder, "is no generator of questions");
  if (folder.weights_kind != model::WeightsKind::kSafetensors) {
    return unsupported(folder, "holds no model.safetensors");
  }
  if (config.model_type != "bert" || config.hidden_act != "gelu") {
    return unsupported(folder, "is not of the BERT family with gelu");
  }
  for (const std::size_t size :
       {config.vocab_size, config.hidden_size, config.intermediate_size, config.num_hidden_layers,
        config.num_attention_heads, config.max_position_embeddings}) {
    if (size == 0) return unsupported(folder, "config.json does not give every size");
  }
  constexpr std::size_t kLanes = 8;  // of the kernels that normalise
  if (config.hidden_size % config.num_attention_heads != 0 || config.hidden_size % kLanes != 0 ||
      config.type_vocab_size < 2) {
    return unsupported(folder, "config.json: sizes that do not go together");
  }
  return {};
}

}  // namespace

bool is_seq2seq(const model::ModelFolder& folder) {
  const auto& names = folder.config.architectures;
  return std::find(names.begin(), names.end(), kArchitecture) != names.end();
}

Result<Weights> read_weights(const model::ModelFolder& folder) {
  if (auto checked = check_supported(folder); !checked) return tl::unexpected(checked.error());
  const auto sizes = decoder_sizes(folder);
  if (!sizes) return tl::unexpected(sizes.error());
  const auto checkpoint = model::Checkpoint::open(folder.weights);
  if (!checkpoint) return tl::unexpected(checkpoint.error());
  const model::ModelConfig& config = folder.config;
  const std::size_t size = config.hidden_size;
  Reader reader(*checkpoint, config);
  Weights weights;
  weights.hidden = size;
  weights.heads = config.num_attention_heads;
  weights.outputs = sizes->outputs;
  const std::string embeddings = "bert.embeddings.";
  weights.words = reader.matrix(embeddings + "word_embeddings.weight", config.vocab_size, size);
  weights.positions = reader.matrix(embeddings + "position_embeddings.weight",
                                    config.max_position_embeddings, size);
  weights.types =
      reader.matrix(embeddings + "token_type_embeddings.weight", config.type_vocab_size, size);
  weights.embedding_norm = reader.norm(embeddings + "LayerNorm");
  for (std::size_t i = 0; i < config.num_hidden_layers && reader.good(); ++i) {
    weights.encoder.push_back(reader.layer("bert.encoder.layer." + std::to_string(i) + "."));
  }
  weights.output_positions =
      reader.matrix("decoder.embeddings.position_embeddings.weight", sizes->positions, size);
  weights.output_embedding_norm = reader.norm("decoder.embeddings.LayerNorm");
  for (std::size_t i = 0; i < sizes->layers && reader.good(); ++i) {
    weights.decoder.push_back(reader.decoder_layer("decoder.layer." + std::to_string(i) + "."));
  }
  weights.transform = reader.linear({"decoder.transform.dense"}, size, size);
  weights.transform_norm = reader.norm("decoder.transform.LayerNorm");
  weights.vocabulary_biases = reader.numbers("decoder.bias", {sizes->outputs});
  weights.copy_query = reader.linear({"copy.query"}, size, size);
  weights.copy_key = reader.linear({"copy.key"}, size, size);
  weights.gate = reader.numbers("copy.gate.weight", {1, size});
  const auto gate_bias = reader.numbers("copy.gate.bias", {1});
  reader.refuse_layers_from("bert.encoder.layer.", config.num_hidden_layers);
  reader.refuse_layers_from("decoder.layer.", sizes->layers);
  if (reader.good()) {
    weights.gate_bias = gate_bias.front();
    return weights;
  }
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = reader.complaint();
  error.hint = "config.json and the weights do not fit together: make or fetch both again";
  error.file = folder.weights.string();
  return tl::unexpected(std::move(error));
}

}  // namespace assay::seq2seq
