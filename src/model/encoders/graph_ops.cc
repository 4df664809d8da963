#include "model/encoders/graph_ops.h"

#include <openvino/op/ops.hpp>

namespace assay::model {

namespace op = ov::op;

Node named(const Node& node, const std::string& name) {
  node.get_node()->set_friendly_name(name);
  return node;
}

Node number(float value) {
  return op::v0::Constant::create(ov::element::f32, {}, {value});
}

Node numbers(const std::vector<float>& values, const std::vector<std::size_t>& shape) {
  return std::make_shared<op::v0::Constant>(ov::element::f32, ov::Shape(shape), values.data());
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

Node subtract(const Node& a, const Node& b) {
  return std::make_shared<op::v1::Subtract>(a, b);
}

Node multiply(const Node& a, const Node& b) {
  return std::make_shared<op::v1::Multiply>(a, b);
}

Node divide(const Node& a, const Node& b) {
  return std::make_shared<op::v1::Divide>(a, b);
}

Node product(const Node& a, const Node& b, bool transpose_b) {
  return std::make_shared<op::v0::MatMul>(a, b, false, transpose_b);
}

Node softmax(const Node& input) {
  return std::make_shared<op::v8::Softmax>(input, -1);
}

Node to_float(const Node& input) {
  return std::make_shared<op::v0::Convert>(input, ov::element::f32);
}

Node to_whole(const Node& input) {
  return std::make_shared<op::v0::Convert>(input, ov::element::i64);
}

Node square_root(const Node& input) {
  return std::make_shared<op::v0::Sqrt>(input);
}

Node absolute(const Node& input) {
  return std::make_shared<op::v0::Abs>(input);
}

Node smaller(const Node& a, const Node& b) {
  return std::make_shared<op::v1::Minimum>(a, b);
}

Node larger(const Node& a, const Node& b) {
  return std::make_shared<op::v1::Maximum>(a, b);
}

Node equal(const Node& a, const Node& b) {
  return std::make_shared<op::v1::Equal>(a, b);
}

Node not_equal(const Node& a, const Node& b) {
  return std::make_shared<op::v1::NotEqual>(a, b);
}

Node at_most(const Node& a, const Node& b) {
  return std::make_shared<op::v1::LessEqual>(a, b);
}

Node choose(const Node& condition, const Node& if_true, const Node& if_false) {
  return std::make_shared<op::v1::Select>(condition, if_true, if_false);
}

Node activate(Activation activation, const Node& input) {
  switch (activation) {
    case Activation::kGelu:
      return std::make_shared<op::v7::Gelu>(input, op::GeluApproximationMode::ERF);
    case Activation::kGeluTanh:
      return std::make_shared<op::v7::Gelu>(input, op::GeluApproximationMode::TANH);
    case Activation::kRelu:
      return std::make_shared<op::v0::Relu>(input);
    case Activation::kSilu:
      return std::make_shared<op::v4::Swish>(input);
    case Activation::kTanh:
      return std::make_shared<op::v0::Tanh>(input);
    case Activation::kIdentity:
      return input;
  }
  return input;
}

Node joined(const std::vector<Node>& parts, std::int64_t axis) {
  return std::make_shared<op::v0::Concat>(parts, axis);
}

Node gather(const Node& data, const Node& indices, std::int64_t axis) {
  return std::make_shared<op::v8::Gather>(data, indices, whole(axis));
}

Node reshape(const Node& input, const Node& shape) {
  return std::make_shared<op::v1::Reshape>(input, shape, true);
}

Node reshape(const Node& input, const std::vector<std::int64_t>& shape) {
  return reshape(input, wholes(shape));
}

Node transpose(const Node& input, const std::vector<std::int64_t>& order) {
  return std::make_shared<op::v1::Transpose>(input, wholes(order));
}

Node unsqueeze(const Node& input, const std::vector<std::int64_t>& axes) {
  return std::make_shared<op::v0::Unsqueeze>(input, wholes(axes));
}

Node slice(const Node& input, const Node& first, const Node& last, std::int64_t axis) {
  return std::make_shared<op::v8::Slice>(input, first, last, wholes({1}), wholes({axis}));
}

Node slice(const Node& input, std::int64_t first, std::int64_t last, std::int64_t axis) {
  return slice(input, wholes({first}), wholes({last}), axis);
}

Node sum(const Node& input, std::int64_t axis, bool keep) {
  return std::make_shared<op::v1::ReduceSum>(input, wholes({axis}), keep);
}

Node maximum(const Node& input, std::int64_t axis) {
  return std::make_shared<op::v1::ReduceMax>(input, wholes({axis}), false);
}

Node running_sum(const Node& input, std::int64_t axis) {
  return std::make_shared<op::v0::CumSum>(input, whole(axis));
}

Node normalised(const Node& input, double epsilon) {
  return std::make_shared<op::v6::MVN>(input, wholes({-1}), true, static_cast<float>(epsilon),
                                       op::MVNEpsMode::INSIDE_SQRT);
}

Node counted_from(std::int64_t first, const Node& count) {
  const Node number_of = std::make_shared<op::v0::Squeeze>(count, wholes({0}));
  return std::make_shared<op::v4::Range>(whole(first), add(number_of, whole(first)), whole(1),
                                         ov::element::i64);
}

Node with_zero_column(const Node& input) {
  return std::make_shared<op::v1::Pad>(input, wholes({0, 0, 0, 0}), wholes({0, 0, 0, 1}),
                                       number(0.0F), op::PadMode::CONSTANT);
}

Node convolution(const Node& input, const Node& weight, std::size_t width) {
  const auto side = static_cast<std::ptrdiff_t>((width - 1) / 2);
  return std::make_shared<op::v1::Convolution>(input, weight, ov::Strides{1},
                                               ov::CoordinateDiff{side}, ov::CoordinateDiff{side},
                                               ov::Strides{1});
}

Node placeholder(const std::vector<std::size_t>& shape) {
  return std::make_shared<op::v0::Parameter>(ov::element::f32, ov::Shape(shape));
}

Node size_of(const Node& input, std::int64_t axis) {
  const Node shape = std::make_shared<op::v3::ShapeOf>(input, ov::element::i64);
  return gather(shape, wholes({axis}));
}

}  // namespace assay::model
