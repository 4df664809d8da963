// Recognises a quantised BERT in an OpenVINO graph, from its outputs back to its inputs.

#include <algorithm>
#include <cmath>

#include "model/graph_match.h"
#include "model/int8_network.h"
#include "model/int8_products.h"

namespace assay::model {
namespace {

namespace op = ov::op;

// 8-bit constant times f32 scales: the rows and columns of the table, and the scales.
struct ScaledBytes {
  ov::Shape shape;
  std::vector<std::int8_t> values;
  std::vector<float> scales;
};

ScaledBytes scaled_bytes(const NodePtr& node) {
  const auto [scales, converted] = expect_with_constant<op::v1::Multiply>(node);
  const auto bytes =
      ov::as_type_ptr<op::v0::Constant>(input_of(expect<op::v0::Convert>(converted), 0));
  expect_true(bytes && bytes->get_element_type() == ov::element::i8, "weights are not 8-bit");
  expect_true(bytes->get_shape().size() == 2, "weights are no matrix");
  return {bytes->get_shape(), bytes->cast_vector<std::int8_t>(), floats_of(scales)};
}

// What a FakeQuantize over `width` columns rounds to; `smooth` are factors applied before it.
QuantiseTo quantiser(const NodePtr& node, const std::vector<float>& smooth) {
  const auto fake = ov::as_type_ptr<op::v0::FakeQuantize>(node);
  expect_true(fake && fake->get_levels() == 256, "no quantisation to 256 levels");
  const float low = float_of(input_of(node, 1));
  const float high = float_of(input_of(node, 2));
  expect_true(float_of(input_of(node, 3)) == low && float_of(input_of(node, 4)) == high,
              "quantisation changes the range");
  expect_true(high > low && low <= 0, "quantisation range does not hold zero");
  QuantiseTo to;
  to.step = (high - low) / 255.0F;
  const float zero = std::nearbyint(-low / to.step);
  expect_true(std::abs(-low / to.step - zero) < 0.01F, "zero is not one of the levels");
  to.low = -zero;
  to.high = 255.0F - zero;
  for (const float factor : smooth) to.factors.push_back(factor / to.step);
  return to;
}

// bias + matmul(quantise(x [* factors]), weights). Sets `input` to x and `quantised` to the node
// that rounds it.
Int8Linear int8_linear(const NodePtr& node, NodePtr& input, NodePtr& quantised) {
  const auto [bias, product] = expect_with_constant<op::v1::Add>(node);
  const auto matmul = ov::as_type_ptr<op::v0::MatMul>(product);
  expect_true(matmul && !matmul->get_transpose_a() && !matmul->get_transpose_b(), "no product");
  ScaledBytes weights = scaled_bytes(input_of(product, 1));
  Int8Linear linear;
  linear.depth = weights.shape[0];
  linear.columns = weights.shape[1];
  linear.weights = std::move(weights.values);
  linear.biases = floats_of(bias);
  expect_true(weights.scales.size() == linear.columns && linear.biases.size() == linear.columns,
              "scales are not by column");
  quantised = input_of(product, 0);
  const NodePtr rounded = input_of(expect<op::v0::FakeQuantize>(quantised), 0);
  std::vector<float> smooth(linear.depth, 1.0F);
  input = rounded;
  if (ov::is_type<op::v1::Multiply>(rounded)) {
    const NodePtr second = input_of(rounded, 1);
    if (is_constant(second)) {
      const std::vector<float> factors = floats_of(second);
      if (factors.size() == linear.depth) {
        smooth = factors;
        input = input_of(rounded, 0);
      }
    }
  }
  linear.input = quantiser(quantised, smooth);
  for (const float scale : weights.scales) linear.scales.push_back(scale * linear.input.step);
  return linear;
}

// beta + gamma * (x - mean) / sqrt(variance + epsilon); sets `input` to x.
LayerNorm layer_norm(const NodePtr& node, NodePtr& input) {
  const auto [beta, scaled] = expect_with_constant<op::v1::Add>(node);
  const auto [gamma, divided] = expect_with_constant<op::v1::Multiply>(scaled);
  const NodePtr off = input_of(expect<op::v1::Divide>(divided), 0);
  input = input_of(expect<op::v1::Subtract>(off), 0);
  const NodePtr mean = expect<op::v1::ReduceMean>(input_of(off, 1));
  expect_same(input_of(mean, 0), input);
  const NodePtr root = expect<op::v0::Sqrt>(input_of(divided, 1));
  const auto [epsilon, variance] = expect_with_constant<op::v1::Add>(input_of(root, 0));
  const NodePtr squares = input_of(expect<op::v1::ReduceMean>(variance), 0);
  const auto [exponent, base] = expect_with_constant<op::v1::Power>(squares);
  expect_same(base, off);
  expect_true(float_of(exponent) == 2.0F, "no square");
  return {floats_of(gamma), floats_of(beta), float_of(epsilon)};
}

// 0.5 * (x * (1 + erf(x / sqrt 2))); sets `input` to x.
void gelu(const NodePtr& node, NodePtr& input) {
  const auto [half, product] = expect_with_constant<op::v1::Multiply>(node);
  expect_true(float_of(half) == 0.5F, "gelu without a half");
  input = input_of(expect<op::v1::Multiply>(product), 0);
  const auto [one, erf] = expect_with_constant<op::v1::Add>(input_of(product, 1));
  expect_true(float_of(one) == 1.0F, "gelu without one");
  const NodePtr divided = input_of(expect<op::v0::Erf>(erf), 0);
  expect_same(input_of(expect<op::v1::Divide>(divided), 0), input);
  expect_true(std::abs(float_of(input_of(divided, 1)) - std::sqrt(2.0F)) < 1e-6F, "gelu's root");
}

// A projection split into heads: transpose(reshape(x)) in the given order; returns x.
NodePtr split_heads(const NodePtr& node, const std::vector<std::int64_t>& order) {
  expect_true(wholes_of(input_of(expect<op::v1::Transpose>(node), 1)) == order, "order of heads");
  return input_of(expect<op::v1::Reshape>(input_of(node, 0)), 0);
}

class Reader {
 public:
  explicit Reader(ov::Model& graph) {
    for (const auto& input : graph.inputs()) {
      if (input.get_names().contains("attention_mask")) mask_ = input.get_node();
      if (input.get_names().contains("input_ids")) ids_ = input.get_node();
      if (input.get_names().contains("token_type_ids")) types_ = input.get_node();
    }
    expect_true(mask_ != nullptr && ids_ != nullptr && types_ != nullptr, "inputs");
  }

  // Layers are found last to first; `node` moves to the input of the encoder.
  std::vector<Int8Layer> layers(NodePtr& node, std::size_t& heads) {
    std::vector<Int8Layer> found;
    for (NodePtr input; !is_embedding(node); node = input) {
      found.push_back(layer(node, input, heads));
    }
    std::reverse(found.begin(), found.end());
    return found;
  }

  void embeddings(const NodePtr& node, Int8Network& network) const {
    NodePtr sum;
    network.embedding_norm = layer_norm(node, sum);
    const NodePtr words_and_types = input_of(expect<op::v1::Add>(sum), 0);
    expect<op::v1::Add>(words_and_types);
    network.words = table(input_of(words_and_types, 0), ids_);
    network.types = table(input_of(words_and_types, 1), types_);
    network.positions = table(input_of(sum, 1), nullptr);
  }

 private:
  static bool is_embedding(const NodePtr& node) {
    NodePtr sum;
    layer_norm(node, sum);
    return ov::is_type<op::v1::Add>(sum) && ov::is_type<op::v8::Gather>(input_of(sum, 1));
  }

  // Rows of an 8-bit table by an input, or (no input) by position.
  Int8Table table(const NodePtr& gather, const ov::Node* by) const {
    expect<op::v8::Gather>(gather);
    ScaledBytes bytes = scaled_bytes(input_of(gather, 0));
    expect_true(bytes.scales.size() == bytes.shape[0], "scales are not by row");
    if (by != nullptr) {
      expect_true(input_of(gather, 1).get() == by, "table is indexed by another input");
    } else {
      const NodePtr slice = expect<op::v8::Slice>(input_of(gather, 1));
      const std::vector<std::int64_t> rows = wholes_of(input_of(slice, 0));
      for (std::size_t i = 0; i < rows.size(); ++i) {
        expect_true(rows[i] == static_cast<std::int64_t>(i), "positions are not in order");
      }
      expect_true(wholes_of(input_of(slice, 1)) == std::vector<std::int64_t>{0} &&
                      wholes_of(input_of(slice, 3)) == std::vector<std::int64_t>{1},
                  "positions do not start at zero");
    }
    return {bytes.shape[0], std::move(bytes.values), std::move(bytes.scales)};
  }

  Int8Layer layer(const NodePtr& node, NodePtr& input, std::size_t& heads) const {
    Int8Layer found;
    NodePtr sum;
    NodePtr wide;
    NodePtr rounded;
    found.output_norm = layer_norm(node, sum);
    const NodePtr middle = input_of(expect<op::v1::Add>(sum), 1);
    found.narrow = int8_linear(input_of(sum, 0), wide, rounded);
    NodePtr before_gelu;
    gelu(wide, before_gelu);
    NodePtr widened;
    found.widen = int8_linear(before_gelu, widened, rounded);
    expect_same(widened, middle);
    found.mix_norm = layer_norm(middle, sum);
    input = input_of(expect<op::v1::Add>(sum), 1);
    NodePtr attended;
    found.mix = int8_linear(input_of(sum, 0), attended, rounded);
    attention(attended, input, found, heads);
    return found;
  }

  void attention(const NodePtr& node, const NodePtr& input, Int8Layer& found,
                 std::size_t& heads) const {
    const NodePtr back = expect<op::v1::Transpose>(input_of(expect<op::v1::Reshape>(node), 0));
    expect_true(wholes_of(input_of(back, 1)) == std::vector<std::int64_t>{0, 2, 1, 3}, "heads");
    const NodePtr mixed = expect<op::v0::MatMul>(input_of(back, 0));
    const auto shares = ov::as_type_ptr<op::v8::Softmax>(input_of(mixed, 0));
    expect_true(shares && (shares->get_axis() == -1 || shares->get_axis() == 3), "softmax");
    const NodePtr masked = expect<op::v1::Add>(input_of(shares, 0));
    additive_mask(input_of(masked, 1));
    const NodePtr divided = expect<op::v1::Divide>(input_of(masked, 0));
    const NodePtr scores = expect<op::v0::MatMul>(input_of(divided, 0));
    const NodePtr query = split_heads(input_of(scores, 0), {0, 2, 1, 3});
    const NodePtr key = split_heads(input_of(scores, 1), {0, 2, 3, 1});
    const NodePtr value = split_heads(input_of(mixed, 1), {0, 2, 1, 3});
    NodePtr from[3];
    NodePtr rounded[3];
    found.query =
        int8_linear(input_of(expect<op::v0::FakeQuantize>(query), 0), from[0], rounded[0]);
    found.key = int8_linear(input_of(expect<op::v0::FakeQuantize>(key), 0), from[1], rounded[1]);
    found.value = int8_linear(value, from[2], rounded[2]);
    for (std::size_t i = 0; i < 3; ++i) {
      expect_same(from[i], input);
      expect_same(rounded[i], rounded[0]);
    }
    found.query_to = quantiser(query, std::vector<float>(found.query.columns, 1.0F));
    found.key_to = quantiser(key, std::vector<float>(found.key.columns, 1.0F));
    found.score_scale = found.query_to.step * found.key_to.step / float_of(input_of(divided, 1));
    const auto shape = input_of(mixed, 1)->get_output_partial_shape(0);
    expect_true(shape.size() == 4 && shape[1].is_static(), "heads are not known");
    const auto count = static_cast<std::size_t>(shape[1].get_length());
    expect_true(heads == 0 || heads == count, "layers with unlike heads");
    heads = count;
  }

  // (1 - mask) * lowest float.
  void additive_mask(const NodePtr& node) const {
    const auto [lowest, padding] = expect_with_constant<op::v1::Multiply>(node);
    expect_true(float_of(lowest) < -1e9F, "mask does not hide");
    const auto [one, real] = expect_with_constant<op::v1::Subtract>(padding);
    expect_true(float_of(one) == 1.0F, "mask");
    NodePtr inner = input_of(expect<op::v0::Convert>(real), 0);
    while (ov::is_type<op::v0::Unsqueeze>(inner)) inner = input_of(inner, 0);
    expect_true(inner.get() == mask_, "mask of another input");
  }

  const ov::Node* mask_ = nullptr;
  const ov::Node* ids_ = nullptr;
  const ov::Node* types_ = nullptr;
};

// bias + matmul(x * factors, weights); sets `input` to x.
F32Linear f32_linear(const NodePtr& node, NodePtr& input) {
  const auto [bias, product] = expect_with_constant<op::v1::Add>(node);
  const auto matmul = ov::as_type_ptr<op::v0::MatMul>(product);
  expect_true(matmul && !matmul->get_transpose_a() && !matmul->get_transpose_b(), "no product");
  const NodePtr weights = input_of(product, 1);
  F32Linear linear;
  linear.weights = floats_of(weights);
  linear.biases = floats_of(bias);
  linear.depth = weights->get_output_shape(0)[0];
  linear.columns = weights->get_output_shape(0)[1];
  input = input_of(product, 0);
  if (!ov::is_type<op::v1::Multiply>(input)) return linear;
  const auto [factors, inner] = expect_with_constant<op::v1::Multiply>(input);
  const std::vector<float> values = floats_of(factors);
  expect_true(values.size() == linear.depth, "factors are not by column");
  for (std::size_t i = 0; i < linear.weights.size(); ++i) {
    linear.weights[i] *= values[i / linear.columns];
  }
  input = inner;
  return linear;
}

// Takes one index along one axis; returns what it takes from.
NodePtr pick(const NodePtr& node, std::int64_t index, std::int64_t axis) {
  expect<op::v8::Gather>(node);
  expect_true(wholes_of(input_of(node, 1)) == std::vector<std::int64_t>{index} &&
                  wholes_of(input_of(node, 2)) == std::vector<std::int64_t>{axis},
              "picks another index");
  return input_of(node, 0);
}

NodePtr result_named(ov::Model& graph, const char* name) {
  for (const auto& output : graph.outputs()) {
    if (output.get_names().contains(name)) return input_of(output.get_node_shared_ptr(), 0);
  }
  throw Mismatch{std::string("no output ") + name};
}

NodePtr read_head(ov::Model& graph, Head head, Int8Network& network) {
  NodePtr input;
  if (head == Head::kClassify) {
    network.output = f32_linear(result_named(graph, "logits"), input);
    NodePtr first;
    network.pooler = f32_linear(input_of(expect<op::v0::Tanh>(input), 0), first);
    return pick(first, 0, 1);
  }
  const NodePtr both = pick(result_named(graph, "start_logits"), 0, 2);
  expect_same(pick(result_named(graph, "end_logits"), 1, 2), both);
  network.output = f32_linear(both, input);
  return input;
}

// Sizes that the kernels are written for.
void check_sizes(const Int8Network& network) {
  const std::size_t hidden = network.hidden;
  expect_true(
      network.heads > 0 && hidden % network.heads == 0 && (hidden / network.heads) % 32 == 0,
      "width of heads");
  for (const Int8Layer& layer : network.layers) {
    const std::size_t wide = layer.widen.columns;
    expect_true(wide % kAvx2Products.column_step == 0 && layer.narrow.depth == wide, "inner width");
    for (const Int8Linear* linear : {&layer.query, &layer.key, &layer.value, &layer.mix}) {
      expect_true(linear->depth == hidden && linear->columns == hidden, "projection");
    }
    expect_true(layer.widen.depth == hidden && layer.narrow.columns == hidden, "inner layer");
    for (const LayerNorm* norm : {&layer.mix_norm, &layer.output_norm, &network.embedding_norm}) {
      expect_true(norm->gamma.size() == hidden && norm->beta.size() == hidden, "normalisation");
    }
  }
  for (const Int8Table* table : {&network.words, &network.types, &network.positions}) {
    expect_true(table->values.size() == table->rows * hidden, "embedding width");
  }
}

}  // namespace

std::optional<Int8Network> read_int8_network(ov::Model& graph, Head head) {
  if (head == Head::kEmbed) return std::nullopt;
  try {
    Int8Network network;
    NodePtr node = read_head(graph, head, network);
    Reader reader(graph);
    network.layers = reader.layers(node, network.heads);
    reader.embeddings(node, network);
    network.hidden = network.embedding_norm.gamma.size();
    check_sizes(network);
    return network;
  } catch (const Mismatch&) {
    return std::nullopt;  // some other network: OpenVINO runs it
  }
}

}  // namespace assay::model
