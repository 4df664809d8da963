#pragma once
// The texts that a response is compared with: the record's references or its knowledge.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/metric.h"
#include "assay/record.h"
#include "assay/result.h"

namespace assay::reference {

// What the options ask for; where they do not say, the reference, or the knowledge in paper mode.
Against against_of(const MetricOptions& options);

Need need_of(Against against);

// kNoClaims for a blank response; else kNoEvidence where there is nothing but white space to
// compare it with; absent for a record that can be scored.
std::optional<Status> incomparable(const Record& record, Against against);

// The texts themselves: every reference as it stands, or one text of the passages joined with a
// space, lower-cased in paper mode. The record must be comparable; then there is one at least.
std::vector<std::string> compared_texts(const Record& record, Against against, Compat compat);

// A window for metrics that judge all its records in one call of a model.
struct Comparisons {
  std::vector<RecordResult> results;        // of every record; of those below without a score yet
  std::vector<std::size_t> positions;       // of the records that can be scored
  std::vector<std::string_view> responses;  // theirs; refers to the records
  std::vector<std::string> others;          // what they are compared with, one behind the other
  std::vector<std::size_t> ends;            // of each response's part of `others`

  std::size_t begin(std::size_t i) const { return i == 0 ? 0 : ends[i - 1]; }
};
Comparisons comparisons_of(std::span<const Record> window, std::string_view metric, Against against,
                           Compat compat);

}  // namespace assay::reference
