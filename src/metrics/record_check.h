#pragma once
// What every metric decides in the same way before it looks closer: can this record be scored?

#include <optional>
#include <string>
#include <string_view>

#include "assay/record.h"
#include "assay/result.h"

namespace assay {

// Nothing but white space (Unicode's White_Space), or nothing at all.
bool is_blank(std::string_view text);

// kNoClaims for a blank response; else kNoEvidence when every passage of the knowledge is blank or
// there is none; absent for a record that can be scored.
std::optional<Status> unscorable(const Record& record);

// A result that holds nothing yet but the record's id, the metric and `status`.
RecordResult blank_result(const Record& record, std::string_view metric, Status status);

}  // namespace assay
