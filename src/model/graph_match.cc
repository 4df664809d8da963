#include "model/graph_match.h"

namespace assay::model {
namespace {

using ov::op::v0::Constant;

// The f16 constant behind a conversion to f32, or nothing.
std::shared_ptr<Constant> widened(const NodePtr& node) {
  if (!ov::is_type<ov::op::v0::Convert>(node)) return nullptr;
  const auto constant = ov::as_type_ptr<Constant>(input_of(node, 0));
  const bool fits = constant && constant->get_element_type() == ov::element::f16 &&
                    node->get_output_element_type(0) == ov::element::f32;
  return fits ? constant : nullptr;
}

}  // namespace

bool is_stored(const NodePtr& node) {
  return ov::is_type<Constant>(node) || widened(node);
}

std::vector<float> floats_of(const NodePtr& node) {
  if (const auto half = widened(node)) return half->cast_vector<float>();
  const auto constant = ov::as_type_ptr<Constant>(node);
  if (!constant || constant->get_element_type() != ov::element::f32) {
    throw Mismatch{node->get_friendly_name() + " is no f32 constant"};
  }
  return constant->cast_vector<float>();
}

float float_of(const NodePtr& node) {
  const std::vector<float> values = floats_of(node);
  if (values.size() != 1) throw Mismatch{node->get_friendly_name() + " is not one number"};
  return values[0];
}

std::vector<std::int64_t> wholes_of(const NodePtr& node) {
  const auto constant = ov::as_type_ptr<Constant>(node);
  if (!constant || constant->get_element_type() != ov::element::i64) {
    throw Mismatch{node->get_friendly_name() + " is no i64 constant"};
  }
  return constant->cast_vector<std::int64_t>();
}

}  // namespace assay::model
