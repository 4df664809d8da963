#include "model/encoders/encoder_graph.h"

#include <limits>
#include <openvino/op/ops.hpp>

#include "model/encoders/family.h"

namespace assay::model {
namespace {

namespace op = ov::op;

std::shared_ptr<op::v0::Parameter> input(const char* name) {
  auto parameter = std::make_shared<op::v0::Parameter>(ov::element::i64, ov::PartialShape{-1, -1});
  parameter->output(0).set_names({name});
  parameter->set_friendly_name(name);
  return parameter;
}

std::shared_ptr<op::v0::Result> output(const char* name, const Node& node) {
  auto result = std::make_shared<op::v0::Result>(node);
  result->output(0).set_names({name});
  return result;
}

// 0 where the mask is 1, the least float where it is 0; batch x 1 x 1 x length.
Node additive_mask(const Node& mask) {
  const Node padding = subtract(number(1.0F), unsqueeze(to_float(mask), {1, 2}));
  return multiply(padding, number(std::numeric_limits<float>::lowest()));
}

ov::ResultVector head_outputs(const Encoder& encoder, GraphContext& context, Head head,
                              std::optional<std::size_t> layer) {
  const Node hidden = encoder.hidden(context);
  if (head == Head::kTokens) {
    const bool is_last =
        layer.value_or(context.config.num_hidden_layers) + 1 == context.states.size();
    return {output("last_hidden_state", is_last ? hidden : context.states[*layer])};
  }
  if (head == Head::kClassify) return {output("logits", encoder.classify(context, hidden))};
  if (head == Head::kEmbed) return {output("last_hidden_state", hidden)};
  const Node both = encoder.spans(context, hidden);
  return {output("start_logits", gather(both, whole(0), 2)),
          output("end_logits", gather(both, whole(1), 2))};
}

tl::unexpected<Error> unknown_family(const ModelConfig& config) {
  Error error;
  error.code = ErrorCode::kUnsupported;
  error.message = config.model_type.empty() ? "does not say which family the weights are of"
                                            : "`" + config.model_type +
                                                  "` is not among the families whose weights are "
                                                  "read: " +
                                                  supported_model_types();
  error.hint = onnx_hint();
  error.file = config.fields.file();
  error.field = "model_type";
  return tl::unexpected(std::move(error));
}

tl::unexpected<Error> no_layer(const ModelConfig& config, std::size_t layer) {
  auto failure =
      fail(ErrorCode::kInvalidOption,
           "layer " + std::to_string(layer) + " is asked for, and the network has " +
               std::to_string(config.num_hidden_layers),
           "give a layer from 0, the embeddings, to " + std::to_string(config.num_hidden_layers));
  failure.value().file = config.fields.file();
  return failure;
}

}  // namespace

Result<void> check_classifier(const ModelConfig& config) {
  FieldReader fields = config.fields;
  const std::string task = "take a checkpoint that was fine-tuned to choose one of several labels";
  const std::string problem = fields.text("problem_type", "single_label_classification");
  if (problem != "single_label_classification") fields.refuse("problem_type", task);
  if (config.labels.size() == 1) fields.refuse("id2label", "one label is a regression; " + task);
  if (config.labels.empty()) {
    fields.reject(
        "id2label",
        "is missing, so this is no NLI model: the names of its labels, entailment, neutral "
        "and contradiction, must be given");
  }
  if (fields.problem()) return tl::unexpected(*fields.problem());
  return {};
}

Result<std::shared_ptr<ov::Model>> build_encoder_graph(const ModelConfig& config,
                                                       const Checkpoint& checkpoint, Head head,
                                                       std::optional<std::size_t> layer) {
  if (config.family == nullptr) return unknown_family(config);
  if (head == Head::kClassify) {
    if (auto checked = check_classifier(config); !checked) return tl::unexpected(checked.error());
  }
  const auto encoder = config.family->make(config);
  if (!encoder) return tl::unexpected(encoder.error());
  if (layer.value_or(0) > config.num_hidden_layers) return no_layer(config, *layer);
  Weights weights(checkpoint, config.family->prefix);
  ov::ParameterVector inputs = {input("input_ids"), input("attention_mask")};
  if (uses_types(config)) inputs.push_back(input("token_type_ids"));
  GraphContext context{.config = config,
                       .encoder = Tensors(weights, Weights::Part::kEncoder),
                       .head = Tensors(weights, Weights::Part::kHead),
                       .ids = inputs[0],
                       .mask = inputs[1],
                       .types = uses_types(config) ? Node(inputs[2]) : Node(),
                       .blocked = additive_mask(inputs[1])};
  const ov::ResultVector results = head_outputs(**encoder, context, head, layer);
  if (auto complaint = weights.complaint()) return tl::unexpected(std::move(*complaint));
  return std::make_shared<ov::Model>(results, inputs);
}

Result<std::shared_ptr<ov::Model>> build_encoder_graph(const ModelFolder& folder, Head head) {
  const auto checkpoint = Checkpoint::open(folder.weights);
  if (!checkpoint) return tl::unexpected(checkpoint.error());
  return build_encoder_graph(folder.config, *checkpoint, head, folder.layer);
}

}  // namespace assay::model
