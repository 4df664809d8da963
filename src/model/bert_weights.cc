#include "model/bert_weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay::model {
namespace {

// A list for an error message; a long one is cut with a count.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> shown(
      names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kMost)));
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

}  // namespace

const TensorView* BertWeights::take(const std::string& name,
                                    const std::vector<std::size_t>& shape) {
  auto found = tensors_.find(name);
  if (found == tensors_.end() && name.ends_with("LayerNorm.weight")) {
    // Checkpoints of the first years call them gamma and beta.
    found = tensors_.find(name.substr(0, name.size() - 6) + "gamma");
  } else if (found == tensors_.end() && name.ends_with("LayerNorm.bias")) {
    found = tensors_.find(name.substr(0, name.size() - 4) + "beta");
  }
  if (found == tensors_.end()) {
    missing_.push_back(name);
    return nullptr;
  }
  taken_.insert(found->first);
  if (found->second.type == TensorType::kOther) {
    misshapen_.push_back(fmt::format("{} is not of F32, F16 or BF16", name));
    return nullptr;
  }
  if (found->second.shape != shape) {
    misshapen_.push_back(fmt::format("{} is [{}], not [{}]", name,
                                     fmt::join(found->second.shape, ", "), fmt::join(shape, ", ")));
    return nullptr;
  }
  return &found->second;
}

// Tensors that a checkpoint may hold beside those of the head that is asked for.
bool BertWeights::is_harmless(const std::string& name) const {
  if (name.ends_with("position_ids") || name.ends_with("embeddings.token_type_ids")) return true;
  for (const std::string& part :
       {prefix_ + "pooler.", std::string("pooler."), std::string("cls."), std::string("lm_head."),
        std::string("classifier."), std::string("qa_outputs.")}) {
    if (name.starts_with(part)) return true;
  }
  return false;
}

std::string BertWeights::complaint() const {
  std::vector<std::string> unknown;
  for (const auto& [name, tensor] : tensors_) {
    if (!taken_.contains(name) && !is_harmless(name)) unknown.push_back(name);
  }
  std::vector<std::string> parts;
  if (!missing_.empty()) parts.push_back("missing tensors: " + listed(missing_));
  if (!misshapen_.empty()) parts.push_back("wrong tensors: " + listed(misshapen_));
  if (!unknown.empty()) parts.push_back("unexpected tensors: " + listed(unknown));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string encoder_prefix(const TensorMap& tensors) {
  for (const char* prefix : {"bert.", "roberta."}) {
    if (tensors.contains(std::string(prefix) + "embeddings.word_embeddings.weight")) return prefix;
  }
  return "";
}

}  // namespace assay::model
