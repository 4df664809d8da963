#include "model/int8_parts.h"

#include <cmath>

namespace assay::model {
namespace {

namespace op = ov::op;

// A product without a transposed left side.
bool is_transposed_product(const NodePtr& node) {
  const auto matmul = ov::as_type_ptr<op::v0::MatMul>(node);
  expect_true(matmul && !matmul->get_transpose_a(), "no product");
  return matmul->get_transpose_b();
}

// Rows become columns.
template <typename T>
std::vector<T> transposed(const std::vector<T>& values, std::size_t rows, std::size_t columns) {
  std::vector<T> turned(values.size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      turned[column * rows + row] = values[row * columns + column];
    }
  }
  return turned;
}

// The weights of a product, one column an output, scales by column.
ScaledBytes product_weights(const NodePtr& product) {
  ScaledBytes weights = scaled_bytes(input_of(product, 1));
  if (is_transposed_product(product)) {
    weights.values = transposed(weights.values, weights.rows, weights.columns);
    std::swap(weights.rows, weights.columns);
    weights.by_row = !weights.by_row;
  }
  expect_true(!weights.by_row, "scales are not by column");
  return weights;
}

// `node` without a multiplication by `count` constant factors, which are set where there is one.
NodePtr without_factors(const NodePtr& node, std::size_t count, std::vector<float>& factors) {
  factors.assign(count, 1.0F);
  if (!ov::is_type<op::v1::Multiply>(node) || !is_stored(input_of(node, 1))) return node;
  const std::vector<float> found = floats_of(input_of(node, 1));
  if (found.size() != count) return node;
  factors = found;
  return input_of(node, 0);
}

// gamma * normalised(x) with operations of ONNX: (x - mean) / sqrt(variance + epsilon).
float onnx_normalised(const NodePtr& node, NodePtr& input) {
  const NodePtr off = input_of(expect<op::v1::Divide>(node), 0);
  input = input_of(expect<op::v1::Subtract>(off), 0);
  const NodePtr mean = expect<op::v1::ReduceMean>(input_of(off, 1));
  expect_same(input_of(mean, 0), input);
  const NodePtr root = expect<op::v0::Sqrt>(input_of(node, 1));
  const auto [epsilon, variance] = expect_with_constant<op::v1::Add>(input_of(root, 0));
  const NodePtr squares = input_of(expect<op::v1::ReduceMean>(variance), 0);
  const auto [exponent, base] = expect_with_constant<op::v1::Power>(squares);
  expect_same(base, off);
  expect_true(float_of(exponent) == 2.0F, "no square");
  return float_of(epsilon);
}

float normalised(const NodePtr& node, NodePtr& input) {
  const auto mvn = ov::as_type_ptr<op::v6::MVN>(node);
  if (!mvn) return onnx_normalised(node, input);
  expect_true(mvn->get_normalize_variance() && mvn->get_eps_mode() == op::MVNEpsMode::INSIDE_SQRT,
              "another normalisation");
  expect_true(wholes_of(input_of(node, 1)) == std::vector<std::int64_t>{-1},
              "normalised over another axis");
  input = input_of(node, 0);
  return mvn->get_eps();
}

// 0.5 * (x * (1 + erf(x / sqrt 2))).
NodePtr onnx_gelu(const NodePtr& node) {
  const auto [half, product] = expect_with_constant<op::v1::Multiply>(node);
  expect_true(float_of(half) == 0.5F, "gelu without a half");
  const NodePtr input = input_of(expect<op::v1::Multiply>(product), 0);
  const auto [one, erf] = expect_with_constant<op::v1::Add>(input_of(product, 1));
  expect_true(float_of(one) == 1.0F, "gelu without one");
  const NodePtr divided = input_of(expect<op::v0::Erf>(erf), 0);
  expect_same(input_of(expect<op::v1::Divide>(divided), 0), input);
  expect_true(std::abs(float_of(input_of(divided, 1)) - std::sqrt(2.0F)) < 1e-6F, "gelu's root");
  return input;
}

}  // namespace

ScaledBytes scaled_bytes(const NodePtr& node) {
  const auto [scales, converted] = expect_with_constant<op::v1::Multiply>(node);
  const auto bytes =
      ov::as_type_ptr<op::v0::Constant>(input_of(expect<op::v0::Convert>(converted), 0));
  expect_true(bytes && bytes->get_element_type() == ov::element::i8, "weights are not 8-bit");
  const ov::Shape shape = bytes->get_shape();
  expect_true(shape.size() == 2, "weights are no matrix");
  const ov::Shape scale_shape = scales->get_output_shape(0);
  const bool by_row = scale_shape == ov::Shape{shape[0], 1};
  expect_true(by_row || scale_shape == ov::Shape{1, shape[1]} || scale_shape == ov::Shape{shape[1]},
              "scales are neither by row nor by column");
  return {shape[0], shape[1], bytes->cast_vector<std::int8_t>(), floats_of(scales), by_row};
}

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

Int8Linear int8_linear(const NodePtr& node, NodePtr& input, NodePtr& quantised) {
  const auto [bias, product] = expect_with_constant<op::v1::Add>(node);
  ScaledBytes weights = product_weights(expect<op::v0::MatMul>(product));
  Int8Linear linear;
  linear.depth = weights.rows;
  linear.columns = weights.columns;
  linear.weights = std::move(weights.values);
  linear.biases = floats_of(bias);
  expect_true(linear.biases.size() == linear.columns, "biases are not by column");
  quantised = input_of(product, 0);
  std::vector<float> smooth;
  input =
      without_factors(input_of(expect<op::v0::FakeQuantize>(quantised), 0), linear.depth, smooth);
  linear.input = quantiser(quantised, smooth);
  for (const float scale : weights.scales) linear.scales.push_back(scale * linear.input.step);
  return linear;
}

F32Linear f32_linear(const NodePtr& node, NodePtr& input) {
  const auto [bias, product] = expect_with_constant<op::v1::Add>(node);
  const bool turned = is_transposed_product(product);
  const NodePtr weights = input_of(product, 1);
  const ov::Shape shape = weights->get_output_shape(0);
  expect_true(shape.size() == 2, "weights are no matrix");
  F32Linear linear;
  linear.weights = floats_of(weights);
  if (turned) linear.weights = transposed(linear.weights, shape[0], shape[1]);
  linear.biases = floats_of(bias);
  linear.depth = shape[turned ? 1 : 0];
  linear.columns = shape[turned ? 0 : 1];
  std::vector<float> factors;
  input = without_factors(input_of(product, 0), linear.depth, factors);
  for (std::size_t i = 0; i < linear.weights.size(); ++i) {
    linear.weights[i] *= factors[i / linear.columns];
  }
  return linear;
}

LayerNorm layer_norm(const NodePtr& node, NodePtr& input) {
  const auto [beta, scaled] = expect_with_constant<op::v1::Add>(node);
  const auto [gamma, inner] = expect_with_constant<op::v1::Multiply>(scaled);
  const float epsilon = normalised(inner, input);
  return {floats_of(gamma), floats_of(beta), epsilon};
}

NodePtr gelu(const NodePtr& node) {
  const auto whole = ov::as_type_ptr<op::v7::Gelu>(node);
  if (!whole) return onnx_gelu(node);
  expect_true(whole->get_approximation_mode() == op::GeluApproximationMode::ERF, "rough gelu");
  return input_of(node, 0);
}

NodePtr split_heads(const NodePtr& node, const std::vector<std::int64_t>& order) {
  expect_true(wholes_of(input_of(expect<op::v1::Transpose>(node), 1)) == order, "order of heads");
  return input_of(expect<op::v1::Reshape>(input_of(node, 0)), 0);
}

NodePtr additive_mask(const NodePtr& node) {
  const auto [lowest, padding] = expect_with_constant<op::v1::Multiply>(node);
  expect_true(float_of(lowest) < -1e9F, "mask does not hide");
  const auto [one, real] = expect_with_constant<op::v1::Subtract>(padding);
  expect_true(float_of(one) == 1.0F, "mask");
  NodePtr inner = real;
  while (ov::is_type<op::v0::Unsqueeze>(inner) || ov::is_type<op::v0::Convert>(inner)) {
    inner = input_of(inner, 0);
  }
  return inner;
}

}  // namespace assay::model
