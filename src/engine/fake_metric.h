#pragma once
// A metric for tests: cheap, deterministic, with as many kinds of result as a real one.

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "assay/metric.h"
#include "base/hash.h"

namespace assay::engine {

class FakeMetric : public Metric {
 public:
  explicit FakeMetric(std::string name = "fake") : name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  std::vector<Need> needs() const override { return {Need::kKnowledge}; }
  std::string options_json() const override { return options; }

  Result<std::vector<RecordResult>> score(std::span<const Record> window) override {
    if (on_window) on_window();
    if (fail_now) return fail(ErrorCode::kUnsupported, "the model is gone");
    std::vector<RecordResult> results;
    for (const Record& record : window) results.push_back(score_one(record));
    return results;
  }

  std::vector<std::pair<std::string, double>> corpus_scores(const Counts& sums) const override {
    if (corpus_of.empty()) return {};
    for (const auto& [count, sum] : sums)
      if (count == corpus_of) return {{corpus_of, static_cast<double>(sum)}};
    return {};
  }

  std::string corpus_of;  // a count whose sum is a score of the corpus
  std::string options = R"({"threshold":0.5})";
  std::function<void()> on_window;
  bool fail_now = false;

 private:
  static RecordResult score_one(const Record& record) {
    RecordResult result;
    const std::uint64_t hash = base::hash128(record.response).low;
    if (record.response.find("unscorable") != std::string::npos) {
      result.status = Status::kFailed;
      result.error = fail(ErrorCode::kUnsupported, "cannot be scored").value();
      return result;
    }
    result.counts = {{"bytes", static_cast<std::int64_t>(record.response.size())}};
    if (record.knowledge.empty()) {
      result.status = Status::kNoEvidence;
      return result;
    }
    result.status = Status::kMeasured;
    result.score = static_cast<double>(hash % 1000003) / 1000003;
    result.scores = {{"half", *result.score / 2}};
    if (hash % 3 == 0) result.scores.emplace_back("third", *result.score / 3);
    if (hash % 5 == 0) result.fallback = "none";
    result.units.push_back(Unit{.text = record.response,
                                .span = {},
                                .score = result.score,
                                .evidence = {{"knowledge", "0", {}, record.knowledge[0].text}},
                                .detail = {}});
    return result;
  }

  std::string name_;
};

// `count` JSON lines, every seventh of which is bad in one way or another.
inline std::string some_records(std::size_t count, std::string_view salt = "") {
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    if (i % 7 == 6) {
      lines += i % 2 == 0 ? "{\"id\":\"bad" + number + "\"}\n" : "{\"response\":\n";
      continue;
    }
    lines += "{\"id\":\"r" + number + "\",\"response\":\"text " + number + std::string(salt) + "\"";
    if (i % 4 != 3) lines += ",\"knowledge\":\"about " + number + "\"";
    if (i % 3 == 0) lines += ",\"label\":" + number + ",\"note\":[1.50]";
    lines += "}\n";
  }
  return lines;
}

}  // namespace assay::engine
