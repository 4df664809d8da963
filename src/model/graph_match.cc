#include "model/graph_match.h"

namespace assay::model {

std::vector<float> floats_of(const NodePtr& node) {
  const auto constant = ov::as_type_ptr<ov::op::v0::Constant>(node);
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
  const auto constant = ov::as_type_ptr<ov::op::v0::Constant>(node);
  if (!constant || constant->get_element_type() != ov::element::i64) {
    throw Mismatch{node->get_friendly_name() + " is no i64 constant"};
  }
  return constant->cast_vector<std::int64_t>();
}

}  // namespace assay::model
