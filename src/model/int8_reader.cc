// Recognises a quantised BERT in an OpenVINO graph, from its outputs back to its inputs.

#include <algorithm>

#include "model/graph_match.h"
#include "model/int8_network.h"
#include "model/int8_parts.h"
#include "model/int8_products.h"

namespace assay::model {
namespace {

namespace op = ov::op;

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
    network.positions = positions(input_of(sum, 1));
  }

 private:
  static bool is_embedding(const NodePtr& node) {
    NodePtr sum;
    layer_norm(node, sum);
    if (!ov::is_type<op::v1::Add>(sum)) return false;
    const NodePtr last = input_of(sum, 1);
    return ov::is_type<op::v8::Gather>(last) || ov::is_type<op::v0::Unsqueeze>(last);
  }

  static Int8Table table(const NodePtr& node) {
    ScaledBytes bytes = scaled_bytes(node);
    expect_true(bytes.by_row, "scales are not by row");
    return {bytes.rows, std::move(bytes.values), std::move(bytes.scales)};
  }

  // Rows of a table that an input chooses.
  static Int8Table table(const NodePtr& gather, const ov::Node* by) {
    expect_true(input_of(expect<op::v8::Gather>(gather), 1).get() == by,
                "table is indexed by another input");
    return table(input_of(gather, 0));
  }

  // The first rows of a table, as many as there are tokens: cut out of it, or chosen by 0, 1, 2...
  static Int8Table positions(const NodePtr& node) {
    if (ov::is_type<op::v0::Unsqueeze>(node)) return table(from_start(input_of(node, 0)));
    const std::vector<std::int64_t> rows =
        wholes_of(from_start(input_of(expect<op::v8::Gather>(node), 1)));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      expect_true(rows[i] == static_cast<std::int64_t>(i), "positions are not in order");
    }
    return table(input_of(node, 0));
  }

  // What a slice that starts at 0 with step 1 is cut from.
  static NodePtr from_start(const NodePtr& slice) {
    expect<op::v8::Slice>(slice);
    expect_true(wholes_of(input_of(slice, 1)) == std::vector<std::int64_t>{0} &&
                    wholes_of(input_of(slice, 3)) == std::vector<std::int64_t>{1},
                "positions do not start at zero");
    return input_of(slice, 0);
  }

  Int8Layer layer(const NodePtr& node, NodePtr& input, std::size_t& heads) const {
    Int8Layer found;
    NodePtr sum;
    NodePtr wide;
    NodePtr rounded;
    found.output_norm = layer_norm(node, sum);
    const NodePtr middle = input_of(expect<op::v1::Add>(sum), 1);
    found.narrow = int8_linear(input_of(sum, 0), wide, rounded);
    NodePtr widened;
    found.widen = int8_linear(gelu(wide), widened, rounded);
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
    expect_true(additive_mask(input_of(masked, 1)).get() == mask_, "mask of another input");
    const NodePtr divided = expect<op::v1::Divide>(input_of(masked, 0));
    const NodePtr scores = expect<op::v0::MatMul>(input_of(divided, 0));
    const NodePtr query = split_heads(input_of(scores, 0), {0, 2, 1, 3});
    const NodePtr key = split_heads(input_of(scores, 1), key_order(scores));
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

  // Keys are turned before the product, or by it.
  static std::vector<std::int64_t> key_order(const NodePtr& scores) {
    const auto matmul = ov::as_type_ptr<op::v0::MatMul>(scores);
    if (matmul->get_transpose_b()) return {0, 2, 1, 3};
    return {0, 2, 3, 1};
  }

  const ov::Node* mask_ = nullptr;
  const ov::Node* ids_ = nullptr;
  const ov::Node* types_ = nullptr;
};

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
  if (head == Head::kEmbed || head == Head::kTokens) return std::nullopt;
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
