#include "metrics/reference/compared_text.h"

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
  if (!record.reference || is_blank(*record.reference)) return Status::kNoEvidence;
  return std::nullopt;
}

std::string compared_text(const Record& record, Against against, Compat compat) {
  if (against == Against::kReference) return record.reference.value_or("");
  std::string joined(Knowledge(record, Compat::kQ2Paper).text(0));
  return compat == Compat::kQ2Paper ? text::to_lower(joined) : joined;
}

Comparisons comparisons_of(std::span<const Record> window, std::string_view metric, Against against,
                           Compat compat) {
  Comparisons comparisons;
  for (const Record& record : window) {
    const auto status = incomparable(record, against);
    if (!status) {
      comparisons.positions.push_back(comparisons.results.size());
      comparisons.responses.push_back(record.response);
      comparisons.others.push_back(compared_text(record, against, compat));
    }
    comparisons.results.push_back(blank_result(record, metric, status.value_or(Status::kMeasured)));
  }
  return comparisons;
}

}  // namespace assay::reference
