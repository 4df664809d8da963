#include "model/nli_labels.h"

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>

namespace assay::model {
namespace {

// Lower case, without what stands between words.
std::string plain(const std::string& label) {
  std::string text;
  for (const char c : label) {
    if (c != '_' && c != '-' && c != ' ') {
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return text;
}

// The names of natural language inference, and those of fact verification for the same.
constexpr std::string_view kEntailment[] = {"entailment", "entail", "entails", "supports",
                                            "supported"};
constexpr std::string_view kNeutral[] = {"neutral", "notenoughinfo", "notenoughinformation"};
constexpr std::string_view kContradiction[] = {"contradiction", "contradict", "contradicts",
                                               "refutes", "refuted"};
constexpr std::string_view kNotEntailment[] = {"notentailment", "nonentailment", "notentailed"};

std::optional<std::size_t> find(const std::vector<std::string>& labels,
                                std::span<const std::string_view> names) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (std::find(names.begin(), names.end(), plain(labels[i])) != names.end()) return i;
  }
  return std::nullopt;
}

}  // namespace

Result<NliLabels> find_nli_labels(const std::vector<std::string>& labels, const std::string& file) {
  const auto entailment = find(labels, kEntailment);
  const auto neutral = find(labels, kNeutral);
  const auto contradiction = find(labels, kContradiction);
  if (labels.size() == 3 && entailment && neutral && contradiction) {
    return NliLabels{*entailment, *neutral, contradiction};
  }
  const auto not_entailment = find(labels, kNotEntailment);
  if (labels.size() == 2 && entailment && not_entailment) {
    return NliLabels{*entailment, *not_entailment, std::nullopt};
  }
  std::string found;
  for (const std::string& label : labels) found += (found.empty() ? "" : ", ") + label;
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = "holds [" + found + "], not entailment, neutral and contradiction, nor " +
                  "entailment and not_entailment";
  error.hint =
      "if this is an NLI model, write the names of its labels into id2label, in the order "
      "that its publisher gives";
  error.file = file;
  error.field = "id2label";
  return tl::unexpected(std::move(error));
}

}  // namespace assay::model
