#include "model/encoders/weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay::model {
namespace {

std::string shape_text(const std::vector<std::size_t>& shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

// A list for an error message; a long one is cut with a count.
std::string listed(const std::vector<std::string>& items) {
  constexpr std::size_t kMost = 8;
  const std::vector<std::string> shown(
      items.begin(), items.begin() + static_cast<std::ptrdiff_t>(std::min(items.size(), kMost)));
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (items.size() > kMost) text += fmt::format(" and {} more", items.size() - kMost);
  return text;
}

}  // namespace

Weights::Weights(const Checkpoint& checkpoint, const std::string& family_prefix)
    : checkpoint_(checkpoint) {
  const auto& tensors = checkpoint.tensors();
  const auto first = tensors.lower_bound(family_prefix);
  if (first != tensors.end() && first->first.starts_with(family_prefix)) prefix_ = family_prefix;
}

const NamedTensor* Weights::find(const std::string& name) const {
  for (const std::string& known : {name, old_tensor_name(name)}) {
    const auto found = checkpoint_.tensors().find(known);
    if (found != checkpoint_.tensors().end()) return &*found;
  }
  return nullptr;
}

Node Weights::take(const std::string& name, const std::vector<std::size_t>& shape, Part part) {
  if (const auto known = taken_.find(name); known != taken_.end()) return known->second;
  const NamedTensor* found = find(name);
  const bool good = found != nullptr && is_float(found->second.view.type) &&
                    found->second.view.shape == shape;
  if (found == nullptr) {
    missing_.push_back(name + " " + shape_text(shape));
    if (part == Part::kEncoder) encoder_is_incomplete_ = true;
  } else if (!good) {
    const TensorView& view = found->second.view;
    wrong_.push_back(!is_float(view.type)
                         ? found->first + " is not of F32, F16 or BF16"
                         : fmt::format("{} is {}, expected {}", found->first,
                                       shape_text(view.shape), shape_text(shape)));
    wrong_files_.insert(checkpoint_.files()[found->second.file].string());
  }
  if (found != nullptr) used_.insert(found->first);
  // An input stands in for what is not there, so that one look finds all that is wrong; the graph is
  // refused then.
  const Node node = good ? numbers(to_floats(found->second.view), shape) : placeholder(shape);
  taken_.emplace(name, node);
  return node;
}

// Tensors that a checkpoint may hold beside those that are asked for: buffers that are no weights,
// and the heads of pre-training and of other tasks.
bool Weights::is_of_another_head(const std::string& name) const {
  if (name.ends_with("position_ids") || name.ends_with("embeddings.token_type_ids")) return true;
  static constexpr const char* kHeads[] = {"pooler.",
                                           "cls.",
                                           "lm_head.",
                                           "classifier.",
                                           "pre_classifier.",
                                           "head.",
                                           "qa_outputs.",
                                           "predictions.",
                                           "sop_classifier.",
                                           "decoder.",
                                           "lm_predictions.",
                                           "mask_predictions.",
                                           "vocab_transform.",
                                           "vocab_layer_norm.",
                                           "vocab_projector.",
                                           "generator_predictions.",
                                           "generator_lm_head.",
                                           "discriminator_predictions."};
  for (const char* head : kHeads) {
    if (name.starts_with(head) || name.starts_with(prefix_ + head)) return true;
  }
  return false;
}

std::optional<Error> Weights::complaint() const {
  std::vector<std::string> unknown;
  for (const auto& [name, tensor] : checkpoint_.tensors()) {
    if (!used_.contains(name) && !is_of_another_head(name)) unknown.push_back(name);
  }
  std::vector<std::string> parts;
  if (!missing_.empty()) parts.push_back("missing tensors: " + listed(missing_));
  if (!wrong_.empty()) parts.push_back("wrong tensors: " + listed(wrong_));
  if (!unknown.empty()) parts.push_back("unexpected tensors: " + listed(unknown));
  if (parts.empty()) return std::nullopt;
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = fmt::format("{}", fmt::join(parts, "; "));
  error.file = wrong_files_.size() == 1 ? *wrong_files_.begin() : checkpoint_.file().string();
  const bool only_head = unknown.empty() && wrong_.empty() && !encoder_is_incomplete_;
  error.hint = only_head ? "the checkpoint has no head of this kind: take one that was fine-tuned "
                           "for the task (see `architectures` in its config.json)"
                         : "config.json and the weights do not fit together: fetch both again "
                           "from the same checkpoint, or see docs/models.md";
  return error;
}

}  // namespace assay::model
