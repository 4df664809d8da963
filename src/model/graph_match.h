#pragma once
// Small questions about nodes of an OpenVINO graph; nothing is changed. Each answers "this is not
// what you look for" by throwing Mismatch, which the reader of a network catches.

#include <openvino/op/ops.hpp>
#include <openvino/openvino.hpp>
#include <string>
#include <vector>

namespace assay::model {

struct Mismatch {
  std::string what;
};

using NodePtr = std::shared_ptr<ov::Node>;

inline NodePtr input_of(const NodePtr& node, std::size_t index) {
  return node->get_input_node_shared_ptr(index);
}

template <typename Op>
NodePtr expect(const NodePtr& node) {
  if (!ov::is_type<Op>(node)) {
    throw Mismatch{node->get_friendly_name() + " is a " + node->get_type_name()};
  }
  return node;
}

// Numbers that are part of the graph: a constant, or one that is stored in 16 bits and widened.
bool is_stored(const NodePtr& node);

// The numbers of an f32 constant, or of an f16 one that is widened to f32.
std::vector<float> floats_of(const NodePtr& node);
// The one number of such a constant.
float float_of(const NodePtr& node);
// The numbers of an i64 constant.
std::vector<std::int64_t> wholes_of(const NodePtr& node);

// Of a node with two inputs of which one is constant: that constant, and the other input.
struct WithConstant {
  NodePtr constant;
  NodePtr other;
};
template <typename Op>
WithConstant expect_with_constant(const NodePtr& node) {
  expect<Op>(node);
  const NodePtr a = input_of(node, 0);
  const NodePtr b = input_of(node, 1);
  if (is_stored(a)) return {a, b};
  if (is_stored(b)) return {b, a};
  throw Mismatch{node->get_friendly_name() + " has no constant input"};
}

inline void expect_same(const NodePtr& a, const NodePtr& b) {
  if (a != b) throw Mismatch{a->get_friendly_name() + " is not " + b->get_friendly_name()};
}

inline void expect_true(bool holds, const char* what) {
  if (!holds) throw Mismatch{what};
}

}  // namespace assay::model
