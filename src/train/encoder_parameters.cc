#include "train/encoder_parameters.h"

#include <algorithm>
#include <cctype>

#include "model/safetensors.h"
#include "train/random.h"

namespace assay::train {
namespace {

using Shape = std::vector<std::size_t>;

// Registers parameters in the order in which the network uses them.
class Layout {
 public:
  Layout(EncoderParameters& parameters) : parameters_(parameters) {}

  void encoder() {
    const model::ModelConfig& config = parameters_.config;
    const EncoderOptions& options = parameters_.options;
    EncoderPlaces& places = parameters_.places;
    const std::size_t size = config.hidden_size;
    const bool embeddings = options.frozen_layers == 0;
    const std::string name = "bert.embeddings.";
    places.words = matrix({name + "word_embeddings.weight"}, {config.vocab_size, size},
                          embeddings && options.train_word_embeddings);
    places.positions = matrix({name + "position_embeddings.weight"},
                              {config.max_position_embeddings, size}, embeddings);
    places.types =
        matrix({name + "token_type_embeddings.weight"}, {config.type_vocab_size, size}, embeddings);
    places.norm_weight = vector({name + "LayerNorm.weight"}, size, embeddings);
    places.norm_bias = vector({name + "LayerNorm.bias"}, size, embeddings);
    for (std::size_t i = 0; i < config.num_hidden_layers; ++i) {
      places.layers.push_back(layer(i, i >= options.frozen_layers));
    }
  }

  void head() {
    const std::size_t size = parameters_.config.hidden_size;
    EncoderPlaces& places = parameters_.places;
    const bool classify = parameters_.options.head == TrainedHead::kClassify;
    if (classify) {
      places.pooler_weight = matrix({"bert.pooler.dense.weight"}, {size, size}, true);
      places.pooler_bias = vector({"bert.pooler.dense.bias"}, size, true);
    }
    const std::string name = classify ? "classifier" : "qa_outputs";
    const std::size_t outputs = classify ? parameters_.config.labels.size() : 2;
    places.head_weight = matrix({name + ".weight"}, {outputs, size}, true);
    places.head_bias = vector({name + ".bias"}, outputs, true);
  }

 private:
  LayerPlaces layer(std::size_t index, bool trained) {
    const std::size_t size = parameters_.config.hidden_size;
    const std::size_t wide = parameters_.config.intermediate_size;
    const std::string name = "bert.encoder.layer." + std::to_string(index) + ".";
    const std::string self = name + "attention.self.";
    LayerPlaces places{};
    places.qkv_weight = matrix({self + "query.weight", self + "key.weight", self + "value.weight"},
                               {3 * size, size}, trained);
    places.qkv_bias =
        vector({self + "query.bias", self + "key.bias", self + "value.bias"}, 3 * size, trained);
    places.out_weight = matrix({name + "attention.output.dense.weight"}, {size, size}, trained);
    places.out_bias = vector({name + "attention.output.dense.bias"}, size, trained);
    places.out_norm_weight = vector({name + "attention.output.LayerNorm.weight"}, size, trained);
    places.out_norm_bias = vector({name + "attention.output.LayerNorm.bias"}, size, trained);
    places.wide_weight = matrix({name + "intermediate.dense.weight"}, {wide, size}, trained);
    places.wide_bias = vector({name + "intermediate.dense.bias"}, wide, trained);
    places.narrow_weight = matrix({name + "output.dense.weight"}, {size, wide}, trained);
    places.narrow_bias = vector({name + "output.dense.bias"}, size, trained);
    places.norm_weight = vector({name + "output.LayerNorm.weight"}, size, trained);
    places.norm_bias = vector({name + "output.LayerNorm.bias"}, size, trained);
    return places;
  }

  std::size_t matrix(std::vector<std::string> parts, Shape shape, bool trained) {
    return parameters_.set.add({std::move(parts), std::move(shape), true, trained});
  }
  std::size_t vector(std::vector<std::string> parts, std::size_t size, bool trained) {
    return parameters_.set.add({std::move(parts), {size}, false, trained});
  }

  EncoderParameters& parameters_;
};

Result<void> check_supported(const model::ModelFolder& folder, const EncoderOptions& options) {
  const model::ModelConfig& config = folder.config;
  const auto unsupported = [&](const std::string& what) {
    return fail(ErrorCode::kUnsupported, folder.folder.string() + ": " + what,
                "training starts from a BERT encoder such as all-MiniLM-L6-v2");
  };
  if (folder.weights_kind != model::WeightsKind::kSafetensors) {
    return unsupported("holds no model.safetensors");
  }
  if (config.model_type != "bert") return unsupported("is not of the BERT family");
  if (config.hidden_act != "gelu" && config.hidden_act != "gelu_new" &&
      config.hidden_act != "gelu_pytorch_tanh" && config.hidden_act != "relu") {
    return unsupported("hidden_act `" + config.hidden_act + "` is not supported");
  }
  model::FieldReader fields = config.fields;
  if (fields.text("position_embedding_type", "absolute") != "absolute") {
    return unsupported("its position embeddings are not absolute");
  }
  for (const std::size_t size :
       {config.vocab_size, config.hidden_size, config.intermediate_size, config.num_hidden_layers,
        config.num_attention_heads, config.max_position_embeddings, config.type_vocab_size}) {
    if (size == 0) return unsupported("config.json does not give every size of the network");
  }
  if (config.hidden_size % config.num_attention_heads != 0) {
    return unsupported("hidden_size is no multiple of num_attention_heads");
  }
  if (options.frozen_layers > config.num_hidden_layers) {
    return fail(ErrorCode::kInvalidOption, "there are fewer layers than are to be frozen",
                "the base has " + std::to_string(config.num_hidden_layers));
  }
  return {};
}

bool is_head(const std::string& name) {
  return name.starts_with("classifier.") || name.starts_with("qa_outputs.") ||
         name.starts_with("bert.pooler.");
}

// Case does not matter: checkpoints write ENTAILMENT as well as entailment.
bool same_labels(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const auto same_letter = [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto& x, const auto& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), same_letter);
  });
}

void draw(std::span<float> values, Random& random) {
  for (float& value : values) value = static_cast<float>(.02 * random.normal());
}

// Fills the set from a checkpoint whose encoder stands under `prefix`.
class Filler {
 public:
  Filler(const model::TensorMap& tensors, bool new_classifier, std::uint64_t seed)
      : tensors_(tensors),
        new_classifier_(new_classifier),
        prefix_(tensors.contains("bert.embeddings.word_embeddings.weight") ? "bert." : ""),
        random_(seed) {}

  void fill(ParameterSet& set, const Parameter& parameter) {
    std::span<float> values = set.values(parameter);
    const Shape shape = parameter.part_shape();
    const std::size_t share = values.size() / parameter.parts.size();
    for (std::size_t i = 0; i < parameter.parts.size(); ++i) {
      part(parameter.parts[i], shape, parameter.decays, values.subspan(i * share, share));
    }
  }

  std::string complaint() const { return complaint_; }

 private:
  void part(const std::string& name, const Shape& shape, bool is_matrix, std::span<float> values) {
    constexpr std::size_t kPrefix = 5;  // of "bert."
    const std::string own = name.starts_with("bert.") ? prefix_ + name.substr(kPrefix) : name;
    const bool unwanted = new_classifier_ && name.starts_with("classifier.");
    const bool fits = has(own, shape) && !unwanted;
    if (!fits && is_head(name)) {
      if (is_matrix) draw(values, random_);
      return;
    }
    const std::string known = has(own, shape) ? own : model::old_tensor_name(own);
    if (!has(known, shape)) {
      if (complaint_.empty()) complaint_ = "the base has no tensor " + own + " of the right shape";
      return;
    }
    const std::vector<float> numbers = model::to_floats(tensors_.at(known));
    std::copy(numbers.begin(), numbers.end(), values.begin());
  }

  bool has(const std::string& name, const Shape& shape) const {
    const auto found = tensors_.find(name);
    return found != tensors_.end() && found->second.shape == shape &&
           found->second.type != model::TensorType::kOther;
  }

  const model::TensorMap& tensors_;
  bool new_classifier_;
  std::string prefix_;
  Random random_;
  std::string complaint_;
};

}  // namespace

Result<EncoderParameters> load_encoder(const std::filesystem::path& folder,
                                       const EncoderOptions& options,
                                       const std::vector<std::string>& labels, std::uint64_t seed) {
  auto base = model::open_model_folder(folder);
  if (!base) return tl::unexpected(base.error());
  if (auto checked = check_supported(*base, options); !checked) {
    return tl::unexpected(checked.error());
  }
  const auto file = model::SafetensorsFile::open(base->weights);
  if (!file) return tl::unexpected(file.error());
  EncoderParameters parameters;
  parameters.config = base->config;
  parameters.config.labels = labels;
  parameters.options = options;
  Layout layout(parameters);
  layout.encoder();
  layout.head();
  parameters.set.allocate();
  Filler filler(file->tensors(), !same_labels(base->config.labels, labels), seed);
  for (const Parameter& parameter : parameters.set.all()) filler.fill(parameters.set, parameter);
  if (filler.complaint().empty()) return parameters;
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = filler.complaint();
  error.hint = "config.json and the weights do not fit together: fetch both again";
  error.file = base->weights.string();
  return tl::unexpected(std::move(error));
}

Result<void> check_rows(const EncoderParameters& parameters, const TokenRows& rows) {
  const auto largest = rows.largest_id();
  if (largest >= 0 && static_cast<std::size_t>(largest) >= parameters.config.vocab_size) {
    return fail(ErrorCode::kCorrupt,
                "the base's tokenizer.json gives the id " + std::to_string(largest) +
                    ", but its network knows " + std::to_string(parameters.config.vocab_size),
                "tokenizer.json and model.safetensors are not of the same model");
  }
  return {};
}

}  // namespace assay::train
