#pragma once
// Operations of an OpenVINO graph as expressions. The headers of the operations are large: only
// graph_ops.cc includes them.

#include <cstdint>
#include <openvino/core/node_output.hpp>
#include <string>
#include <vector>

#include "model/activation.h"

namespace assay::model {

using Node = ov::Output<ov::Node>;

inline bool is_empty(const Node& node) {
  return node.get_node() == nullptr;
}

// The same node, which tools that read an exported graph now find under this name.
Node named(const Node& node, const std::string& name);

// Constants.
Node number(float value);
Node numbers(const std::vector<float>& values, const std::vector<std::size_t>& shape);
Node whole(std::int64_t value);
Node wholes(const std::vector<std::int64_t>& values);

Node add(const Node& a, const Node& b);
Node subtract(const Node& a, const Node& b);
Node multiply(const Node& a, const Node& b);
Node divide(const Node& a, const Node& b);
Node product(const Node& a, const Node& b, bool transpose_b = false);
Node softmax(const Node& input);  // over the last axis
Node to_float(const Node& input);
Node to_whole(const Node& input);
Node square_root(const Node& input);
Node absolute(const Node& input);
Node smaller(const Node& a, const Node& b);
Node larger(const Node& a, const Node& b);
// Comparisons, of numbers or of whole numbers; true and false.
Node equal(const Node& a, const Node& b);
Node not_equal(const Node& a, const Node& b);
Node at_most(const Node& a, const Node& b);
Node choose(const Node& condition, const Node& if_true, const Node& if_false);
Node activate(Activation activation, const Node& input);
Node joined(const std::vector<Node>& parts, std::int64_t axis);

Node gather(const Node& data, const Node& indices, std::int64_t axis = 0);
// A zero in `shape` keeps that size of the input.
Node reshape(const Node& input, const Node& shape);
Node reshape(const Node& input, const std::vector<std::int64_t>& shape);
Node transpose(const Node& input, const std::vector<std::int64_t>& order);
Node unsqueeze(const Node& input, const std::vector<std::int64_t>& axes);
// Items first to last, without last, of one axis; the bounds are lists of one number.
Node slice(const Node& input, const Node& first, const Node& last, std::int64_t axis);
Node slice(const Node& input, std::int64_t first, std::int64_t last, std::int64_t axis);
Node sum(const Node& input, std::int64_t axis, bool keep = false);
Node maximum(const Node& input, std::int64_t axis);
Node running_sum(const Node& input, std::int64_t axis);
// Mean 0 and variance 1 over the last axis.
Node normalised(const Node& input, double epsilon);
// first, first + 1, ... as many as `count` (a list of one number) says; whole numbers.
Node counted_from(std::int64_t first, const Node& count);
// A column of zeros after the last one of an input of four axes.
Node with_zero_column(const Node& input);
// Over neighbours: input is batch x channels x length, weight channels x channels x odd width; the
// length stays.
Node convolution(const Node& input, const Node& weight, std::size_t width);

// An input of the graph, f32.
Node placeholder(const std::vector<std::size_t>& shape);

// The size of an axis, as a list of one number.
Node size_of(const Node& input, std::int64_t axis);

}  // namespace assay::model
