#include "metrics/reference/compared_text.h"

#include <algorithm>
#include <utility>

#include "metrics/knowledge.h"
#include "metrics/record_check.h"
#include "text/lower.h"

namespace assay::reference {

Against against_of(const MetricOptions& options) {
  const Against usual =
      options.compat == Compat::kQ2Paper ? Against::kKnowledge : Against::kReference;
  return options.against.value_or(usual);
}

Need need_of(Against against) {
  return against == Against::kKnowledge ? Need::kKnowledge : Need::kReference;
}

std::optional<Status> incomparable(const Record& record, Against against) {
  if (against == Against::kKnowledge) return unscorable(record);
  if (is_blank(record.response)) return Status::kNoClaims;
  const auto& references = record.references;
  const bool is_empty = std::all_of(references.begin(), references.end(), is_blank);
  return is_empty ? std::optional(Status::kNoEvidence) : std::nullopt;
}

std::vector<std::string> compared_texts(const Record& record, Against against, Compat compat) {
  if (against == Against::kReference) return record.references;
  std::string joined(Knowledge(record, Compat::kQ2Paper).text(0));
  if (compat == Compat::kQ2Paper) joined = text::to_lower(joined);
  return {std::move(joined)};
}

Comparisons comparisons_of(std::span<const Record> window, std::string_view metric, Against against,
                           Compat compat) {
  Comparisons comparisons;
  for (const Record& record : window) {
    const auto status = incomparable(record, against);
    if (!status) {
      comparisons.positions.push_back(comparisons.results.size());
      comparisons.responses.push_back(record.response);
      for (std::string& other : compared_texts(record, against, compat))
        comparisons.others.push_back(std::move(other));
      comparisons.ends.push_back(comparisons.others.size());
    }
    comparisons.results.push_back(blank_result(record, metric, status.value_or(Status::kMeasured)));
  }
  return comparisons;
}

}  // namespace assay::reference
