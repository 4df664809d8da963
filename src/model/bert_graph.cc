#include "model/bert_graph.h"

#include <cmath>
#include <limits>
#include <openvino/op/ops.hpp>

#include "model/bert_weights.h"

namespace assay::model {
namespace {

using Node = ov::Output<ov::Node>;
namespace op = ov::op;

Node number(float value) {
  return op::v0::Constant::create(ov::element::f32, {}, {value});
}

Node whole(std::int64_t value) {
  return op::v0::Constant::create(ov::element::i64, {}, {value});
}

Node wholes(const std::vector<std::int64_t>& values) {
  return op::v0::Constant::create(ov::element::i64, {values.size()}, values);
}

Node add(const Node& a, const Node& b) {
  return std::make_shared<op::v1::Add>(a, b);
}

// Appends operations to one graph. A weight that is not there becomes a zero of the right shape:
// the graph is thrown away when BertWeights complains.
class GraphBuilder {
 public:
  GraphBuilder(const ModelConfig& config, BertWeights& weights)
      : config_(config), weights_(weights) {}

  Node embeddings(const Node& ids, const Node& types) {
    const std::size_t size = config_.hidden_size;
    const Node words = encoder("embeddings.word_embeddings.weight", {config_.vocab_size, size});
    const Node kinds =
        encoder("embeddings.token_type_embeddings.weight", {config_.type_vocab_size, size});
    const Node places =
        encoder("embeddings.position_embeddings.weight", {config_.max_position_embeddings, size});
    const Node sum = add(add(gather(words, ids), gather(kinds, types)), positions(places, ids));
    return layer_norm(sum, "embeddings.LayerNorm");
  }

  // `mask` is 0 for real tokens and hugely negative for padding, batch x 1 x 1 x length.
  Node layer(const Node& input, const Node& mask, std::size_t index) {
    const std::string name = "encoder.layer." + std::to_string(index) + ".";
    const std::size_t size = config_.hidden_size;
    const Node attended = attention(input, mask, name + "attention.self.");
    const Node mixed = linear(attended, name + "attention.output.dense", size, size);
    const Node middle = layer_norm(add(mixed, input), name + "attention.output.LayerNorm");
    const Node wide =
        activation(linear(middle, name + "intermediate.dense", size, config_.intermediate_size));
    const Node narrow = linear(wide, name + "output.dense", config_.intermediate_size, size);
    return layer_norm(add(narrow, middle), name + "output.LayerNorm");
  }

  Node classifier(const Node& hidden) {
    const Node first = gather(hidden, whole(0), 1);
    const std::size_t size = config_.hidden_size;
    const std::size_t labels = config_.labels.size();
    if (config_.family == Family::kBert) {
      const Node pooled = tanh(linear(first, "pooler.dense", size, size));
      return head_linear(pooled, "classifier", size, labels);
    }
    const Node pooled = tanh(head_linear(first, "classifier.dense", size, size));
    return head_linear(pooled, "classifier.out_proj", size, labels);
  }

  // Start and end logits, each batch x length.
  std::pair<Node, Node> span(const Node& hidden) {
    const Node both = head_linear(hidden, "qa_outputs", config_.hidden_size, 2);
    return {gather(both, whole(0), 2), gather(both, whole(1), 2)};
  }

 private:
  Node encoder(const std::string& name, const std::vector<std::size_t>& shape) {
    return constant(weights_.encoder(name, shape), shape);
  }

  static Node constant(const TensorView* tensor, const std::vector<std::size_t>& shape) {
    if (tensor == nullptr) {
      return op::v0::Constant::create(ov::element::f32, ov::Shape(shape), {0.0F});
    }
    return std::make_shared<op::v0::Constant>(ov::element::f32, ov::Shape(shape),
                                              to_floats(*tensor).data());
  }

  static Node gather(const Node& data, const Node& indices, std::int64_t axis = 0) {
    return std::make_shared<op::v8::Gather>(data, indices, whole(axis));
  }

  static Node tanh(const Node& input) { return std::make_shared<op::v0::Tanh>(input); }

  // Rows first, first + 1, ... of the position table, as many as the input is long.
  Node positions(const Node& table, const Node& ids) const {
    const std::int64_t first = config_.family == Family::kRoberta
                                   ? static_cast<std::int64_t>(config_.pad_token_id) + 1
                                   : 0;
    const Node shape = std::make_shared<op::v3::ShapeOf>(ids, ov::element::i64);
    const Node length = gather(shape, wholes({1}));
    const Node end = add(length, wholes({first}));
    const Node rows =
        std::make_shared<op::v8::Slice>(table, wholes({first}), end, wholes({1}), wholes({0}));
    return std::make_shared<op::v0::Unsqueeze>(rows, wholes({0}));
  }

  Node layer_norm(const Node& input, const std::string& name) {
    const std::vector<std::size_t> shape = {config_.hidden_size};
    const Node normal = std::make_shared<op::v6::MVN>(input, wholes({-1}), true,
                                                      static_cast<float>(config_.layer_norm_eps),
                                                      op::MVNEpsMode::INSIDE_SQRT);
    const Node scaled =
        std::make_shared<op::v1::Multiply>(normal, encoder(name + ".weight", shape));
    return add(scaled, encoder(name + ".bias", shape));
  }

  static Node product(const Node& input, const Node& weight, const Node& bias) {
    return add(std::make_shared<op::v0::MatMul>(input, weight, false, true), bias);
  }

  Node linear(const Node& input, const std::string& name, std::size_t from, std::size_t to) {
    const Node weight = encoder(name + ".weight", {to, from});
    const Node bias = encoder(name + ".bias", {to});
    return product(input, weight, bias);
  }

  Node head_linear(const Node& input, const std::string& name, std::size_t from, std::size_t to) {
    const Node weight = constant(weights_.head(name + ".weight", {to, from}), {to, from});
    const Node bias = constant(weights_.head(name + ".bias", {to}), {to});
    return product(input, weight, bias);
  }

  // batch x length x size -> batch x heads x length x size / heads.
  Node split_heads(const Node& input) const {
    const auto heads = static_cast<std::int64_t>(config_.num_attention_heads);
    const auto width = static_cast<std::int64_t>(config_.hidden_size) / heads;
    const Node apart = std::make_shared<op::v1::Reshape>(input, wholes({0, 0, heads, width}), true);
    return std::make_shared<op::v1::Transpose>(apart, wholes({0, 2, 1, 3}));
  }

  Node attention(const Node& input, const Node& mask, const std::string& name) {
    const std::size_t size = config_.hidden_size;
    const Node query = split_heads(linear(input, name + "query", size, size));
    const Node key = split_heads(linear(input, name + "key", size, size));
    const Node value = split_heads(linear(input, name + "value", size, size));
    const double width =
        static_cast<double>(size) / static_cast<double>(config_.num_attention_heads);
    const Node raw = std::make_shared<op::v0::MatMul>(query, key, false, true);
    const Node scores =
        std::make_shared<op::v1::Divide>(raw, number(static_cast<float>(std::sqrt(width))));
    const Node shares = std::make_shared<op::v8::Softmax>(add(scores, mask), -1);
    const Node mixed = std::make_shared<op::v0::MatMul>(shares, value);
    const Node back = std::make_shared<op::v1::Transpose>(mixed, wholes({0, 2, 1, 3}));
    return std::make_shared<op::v1::Reshape>(back, wholes({0, 0, static_cast<std::int64_t>(size)}),
                                             true);
  }

  Node activation(const Node& input) const {
    if (config_.hidden_act == "relu") return std::make_shared<op::v0::Relu>(input);
    const auto mode = config_.hidden_act == "gelu" ? op::GeluApproximationMode::ERF
                                                   : op::GeluApproximationMode::TANH;
    return std::make_shared<op::v7::Gelu>(input, mode);
  }

  const ModelConfig& config_;
  BertWeights& weights_;
};

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
  const Node real = std::make_shared<op::v0::Convert>(mask, ov::element::f32);
  const Node wide = std::make_shared<op::v0::Unsqueeze>(real, wholes({1, 2}));
  const Node padding = std::make_shared<op::v1::Subtract>(number(1.0F), wide);
  return std::make_shared<op::v1::Multiply>(padding, number(std::numeric_limits<float>::lowest()));
}

std::string unsupported(const ModelConfig& config, Head head) {
  const auto& act = config.hidden_act;
  if (act != "gelu" && act != "gelu_new" && act != "gelu_pytorch_tanh" && act != "relu") {
    return "hidden_act `" + act + "` is not supported";
  }
  if (config.position_embedding_type != "absolute") {
    return "position_embedding_type `" + config.position_embedding_type + "` is not supported";
  }
  if (head == Head::kClassify && config.labels.empty()) return "config.json has no id2label";
  for (const std::size_t size :
       {config.vocab_size, config.hidden_size, config.intermediate_size, config.num_hidden_layers,
        config.num_attention_heads, config.max_position_embeddings, config.type_vocab_size}) {
    if (size == 0) return "config.json does not give every size of the network";
  }
  if (config.hidden_size % config.num_attention_heads != 0) {
    return "hidden_size is no multiple of num_attention_heads";
  }
  if (config.max_length() < 8) return "max_position_embeddings is too small";
  return {};
}

}  // namespace

Node mean_pool(const Node& hidden, const Node& mask) {
  const Node real = std::make_shared<op::v0::Convert>(mask, ov::element::f32);
  const Node wide = std::make_shared<op::v0::Unsqueeze>(real, wholes({-1}));
  const Node masked = std::make_shared<op::v1::Multiply>(hidden, wide);
  const Node sum = std::make_shared<op::v1::ReduceSum>(masked, wholes({1}), false);
  const Node count = std::make_shared<op::v1::ReduceSum>(wide, wholes({1}), false);
  return std::make_shared<op::v1::Divide>(sum, count);
}

Result<std::shared_ptr<ov::Model>> build_bert_graph(const ModelFolder& folder, Head head) {
  const ModelConfig& config = folder.config;
  if (const std::string reason = unsupported(config, head); !reason.empty()) {
    return fail(ErrorCode::kUnsupported, folder.folder.string() + ": " + reason);
  }
  const auto file = SafetensorsFile::open(folder.weights);
  if (!file) return tl::unexpected(file.error());
  BertWeights weights(file->tensors(), encoder_prefix(file->tensors()));
  GraphBuilder builder(config, weights);
  const ov::ParameterVector inputs = {input("input_ids"), input("attention_mask"),
                                      input("token_type_ids")};
  Node hidden;
  try {
    hidden = builder.embeddings(inputs[0], inputs[2]);
    const Node mask = additive_mask(inputs[1]);
    for (std::size_t i = 0; i < config.num_hidden_layers; ++i) {
      hidden = builder.layer(hidden, mask, i);
    }
    ov::ResultVector results;
    if (head == Head::kClassify) {
      results = {output("logits", builder.classifier(hidden))};
    } else if (head == Head::kSpan) {
      const auto [start, end] = builder.span(hidden);
      results = {output("start_logits", start), output("end_logits", end)};
    } else {
      results = {output("sentence_embedding", mean_pool(hidden, inputs[1]))};
    }
    if (weights.complaint().empty()) return std::make_shared<ov::Model>(results, inputs);
  } catch (const std::exception&) {
    // A graph with weights missing does not fit together; the complaint below says which.
    if (weights.complaint().empty()) throw;
  }
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = weights.complaint();
  error.file = folder.weights.string();
  return tl::unexpected(std::move(error));
}

}  // namespace assay::model
