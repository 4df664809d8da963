#pragma once
// A run as columns: what each metric says of each record, without units and texts.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "assay/engine.h"
#include "report/result_groups.h"

namespace assay::report {

inline constexpr std::array kVerdicts = {Verdict::kSupported, Verdict::kRefuted,
                                         Verdict::kNotEnoughInfo, Verdict::kNotVerifiable};
inline constexpr std::array kStatuses = {Status::kMeasured, Status::kNoClaims, Status::kNoEvidence,
                                         Status::kFailed};

// What one metric says of one record.
struct Judgement {
  Status status = Status::kFailed;
  std::optional<double> score = {};
  std::array<std::uint32_t, kVerdicts.size()> verdicts{};  // units with each, as in kVerdicts
  bool is_fallback = false;
  bool is_truncated = false;
  std::string error;        // why it failed
  std::string doubts = {};  // the texts of units that are not supported, for lists of records

  std::uint32_t count(Verdict verdict) const { return verdicts[static_cast<std::size_t>(verdict)]; }
};

Judgement judgement_of(const RecordResult& result);

// Texts that many records share, numbered in the order in which they came.
class Names {
 public:
  std::size_t add(const std::string& text);
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

struct Item {
  std::string id;
  std::optional<std::size_t> label;   // in RunTable::labels
  std::optional<std::size_t> system;  // in RunTable::systems
  std::vector<Judgement> judgements;  // one a metric
};

struct RunTable {
  std::vector<std::string> metrics;
  std::vector<Item> items;
  Names labels;
  Names systems;
  std::string fingerprint;
  bool is_finished = false;
  std::vector<MetricSummary> summaries;  // one a metric, added up from the items

  // Position of the metric.
  std::optional<std::size_t> find_metric(const std::string& name) const;
};

// Members of a result that hold the label and the system.
struct ColumnNames {
  std::string label = "label";
  std::string system = "system";
};

// The text of the member `name` of the passed-through parts; absent when there is none or it is
// null.
std::optional<std::string> passed_text(const ResultLine& line, const std::string& name);

void add_group(RunTable& table, const ResultGroup& group, const ColumnNames& names);

// To be called once, behind the last group.
void finish_table(RunTable& table, const GroupReader& reader);

}  // namespace assay::report
