#include "train/encoder_parameters.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/errors.h"
#include "model/safetensors.h"
#include "train/decoder_start.h"
#include "train/parameter_layout.h"
#include "train/random.h"

namespace assay::train {
namespace {

using Shape = std::vector<std::size_t>;

Result<void> check_supported(const model::ModelFolder& folder, const EncoderOptions& options) {
  const model::ModelConfig& config = folder.config;
  const auto unsupported = [&](const std::string& what) {
    return fail(ErrorCode::kUnsupported, folder.folder.string() + ": " + what,
                "training starts from a BERT encoder such as all-MiniLM-L6-v2");
  };
  if (folder.weights_kind == model::WeightsKind::kOpenVino) {
    return fail(
        ErrorCode::kUnsupported,
        folder.folder.string() + ": training starts from model.safetensors, not from OpenVINO IR",
        "take the folder that it was exported from; one in 8 bits is brought to floating point by "
        "assay models export " +
            folder.folder.string() + " -o FOLDER");
  }
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
  if (options.head == TrainedHead::kGenerate &&
      options.decoder.positions > config.max_position_embeddings) {
    return fail(ErrorCode::kInvalidOption, "--max-question: more than the base can count",
                "it has " + std::to_string(config.max_position_embeddings) + " positions");
  }
  if (options.decoder.outputs > config.vocab_size) {
    return fail(ErrorCode::kInvalidOption, "--output-tokens: more than there are",
                "the base has " + std::to_string(config.vocab_size));
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

// What `assay models export` makes of a generator of questions.
Result<void> check_floats(const model::TensorMap& tensors, const std::filesystem::path& file) {
  for (const auto& [name, tensor] : tensors) {
    if (tensor.type != model::TensorType::kI8) continue;
    return fail(ErrorCode::kUnsupported, file.string() + ": is in 8 bits: " + name,
                "train from the folder that it was exported from");
  }
  return {};
}

bool is_head(const std::string& name) {
  return name.starts_with("classifier.") || name.starts_with("qa_outputs.") ||
         name.starts_with("bert.pooler.") || name.starts_with("decoder.") ||
         name.starts_with("copy.");
}

// Case does not matter: checkpoints write ENTAILMENT as well as entailment.
bool same_label(const std::string& a, const std::string& b) {
  const auto same_letter = [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_letter);
}

// Which output of the base each label is; absent when the base has other labels.
using LabelOrder = std::optional<std::vector<std::size_t>>;

LabelOrder outputs_of(const std::vector<std::string>& labels,
                      const std::vector<std::string>& base_labels) {
  if (labels.size() != base_labels.size()) return std::nullopt;
  std::vector<std::size_t> outputs;
  for (const std::string& label : labels) {
    const auto found =
        std::find_if(base_labels.begin(), base_labels.end(),
                     [&](const std::string& of_base) { return same_label(label, of_base); });
    if (found == base_labels.end()) return std::nullopt;
    outputs.push_back(static_cast<std::size_t>(found - base_labels.begin()));
  }
  return outputs;
}

void draw(std::span<float> values, Random& random) {
  for (float& value : values) value = static_cast<float>(.02 * random.normal());
}

// Fills the set from a checkpoint whose encoder stands under `prefix`.
class Filler {
 public:
  Filler(const model::TensorMap& tensors, LabelOrder label_order, std::uint64_t seed)
      : tensors_(tensors),
        label_order_(std::move(label_order)),
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
  bool drew_head() const { return drew_head_; }

 private:
  void part(const std::string& name, const Shape& shape, bool is_matrix, std::span<float> values) {
    constexpr std::size_t kPrefix = 5;  // of "bert."
    const std::string own = name.starts_with("bert.") ? prefix_ + name.substr(kPrefix) : name;
    const bool is_classifier = name.starts_with("classifier.");
    const bool fits = has(own, shape) && !(is_classifier && !label_order_);
    if (!fits && is_head(name)) {
      if (is_matrix) draw(values, random_);
      drew_head_ = true;
      return;
    }
    const std::string known = has(own, shape) ? own : model::old_tensor_name(own);
    if (!has(known, shape)) {
      if (complaint_.empty()) complaint_ = "the base has no tensor " + own + " of the right shape";
      return;
    }
    const std::vector<float> numbers = model::to_floats(tensors_.at(known));
    if (is_classifier) {
      copy_outputs(numbers, values);
    } else {
      std::copy(numbers.begin(), numbers.end(), values.begin());
    }
  }

  // The rows of a classifier, in the order of the labels.
  void copy_outputs(const std::vector<float>& numbers, std::span<float> values) const {
    const std::size_t width = values.size() / label_order_->size();
    for (std::size_t i = 0; i < label_order_->size(); ++i) {
      std::copy_n(numbers.data() + (*label_order_)[i] * width, width, values.data() + i * width);
    }
  }

  bool has(const std::string& name, const Shape& shape) const {
    const auto found = tensors_.find(name);
    return found != tensors_.end() && found->second.shape == shape &&
           model::is_float(found->second.type);
  }

  const model::TensorMap& tensors_;
  LabelOrder label_order_;
  bool drew_head_ = false;
  std::string prefix_;
  Random random_;
  std::string complaint_;
};

void lay_parameters(EncoderParameters& parameters) {
  const EncoderOptions& options = parameters.options;
  parameters.places = lay_encoder(parameters.set, parameters.config, options);
  if (options.head == TrainedHead::kGenerate) {
    parameters.decoder = lay_decoder(parameters.set, parameters.config, options.decoder);
  } else {
    lay_head(parameters.set, parameters.config, options.head, parameters.places);
  }
  parameters.set.allocate();
}

bool is_finite(const ParameterSet& set) {
  return std::ranges::all_of(set.all(), [&](const Parameter& parameter) {
    return std::ranges::all_of(set.values(parameter), [](float x) { return std::isfinite(x); });
  });
}

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
  if (auto checked = check_floats(file->tensors(), base->weights); !checked) {
    return tl::unexpected(checked.error());
  }
  EncoderParameters parameters;
  parameters.config = base->config;
  parameters.config.labels = labels;
  parameters.options = options;
  lay_parameters(parameters);
  Filler filler(file->tensors(), outputs_of(labels, base->config.labels), seed);
  for (const Parameter& parameter : parameters.set.all()) filler.fill(parameters.set, parameter);
  if (filler.complaint().empty()) {
    if (!is_finite(parameters.set)) {
      return engine::fail_in_file(ErrorCode::kCorrupt, base->weights.string(),
                                  "holds numbers that are infinite or none",
                                  "train from another base");
    }
    const bool new_decoder = !file->tensors().contains("copy.gate.weight");
    const bool generates = options.head == TrainedHead::kGenerate;
    if (generates && new_decoder) start_decoder(parameters, seed);
    parameters.has_new_head = generates ? new_decoder : filler.drew_head();
    return parameters;
  }
  return engine::fail_in_file(ErrorCode::kCorrupt, base->weights.string(), filler.complaint(),
                              "config.json and the weights do not fit together: fetch both again");
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
