#include "metrics/record_check.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "text/utf8.h"

namespace assay {

bool is_blank(std::string_view text) {
  std::size_t offset = 0;
  while (offset < text.size()) {
    const char32_t code_point = text::next_code_point(text, offset);
    if (!u_isUWhiteSpace(static_cast<UChar32>(code_point))) return false;
  }
  return true;
}

std::optional<Status> unscorable(const Record& record) {
  if (is_blank(record.response)) return Status::kNoClaims;
  const bool has_evidence =
      std::any_of(record.knowledge.begin(), record.knowledge.end(),
                  [](const Passage& passage) { return !is_blank(passage.text); });
  if (!has_evidence) return Status::kNoEvidence;
  return std::nullopt;
}

RecordResult blank_result(const Record& record, std::string_view metric, Status status) {
  RecordResult result;
  result.id = record.id;
  result.metric = metric;
  result.status = status;
  return result;
}

}  // namespace assay
