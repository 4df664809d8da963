#include "metrics/reference/overlap.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "metrics/knowledge.h"
#include "metrics/record_check.h"
#include "metrics/stage_clock.h"
#include "text/lower.h"

namespace assay::reference {
namespace {

using Words = std::vector<std::string>;

class OverlapMetric final : public Metric {
 public:
  OverlapMetric(const nlp::Pipeline& linguistics, int threads)
      : linguistics_(linguistics), threads_(threads) {}

  const std::string& name() const override { return name_; }
  std::vector<Need> needs() const override { return {Need::kKnowledge, Need::kLinguistics}; }
  std::string options_json() const override { return "{}"; }
  Result<std::vector<RecordResult>> score(std::span<const Record> window) override;
  std::vector<StageTime> stage_times() const override { return clock_.times(); }

 private:
  Result<Words> content_words(std::string_view text) const;
  Result<RecordResult> score_record(const Record& record) const;

  const std::string name_ = "overlap";
  const nlp::Pipeline& linguistics_;
  int threads_;
  StageClock clock_;
};

// A text's tokens, lower-cased, without stop words and punctuation.
Result<Words> OverlapMetric::content_words(std::string_view text) const {
  const auto doc = linguistics_.tokenize(text);
  if (!doc) return tl::unexpected(doc.error());
  Words words;
  for (const nlp::Token& token : doc->tokens) {
    if (!token.is_stop && !token.is_punct) words.push_back(text::to_lower(token.text));
  }
  return words;
}

Result<RecordResult> OverlapMetric::score_record(const Record& record) const {
  if (const auto status = unscorable(record)) return blank_result(record, name_, *status);
  // The knowledge is lower-cased before it is cut into tokens, the response after: as in the paper.
  const Knowledge joined(record, Compat::kQ2Paper);
  auto knowledge = content_words(text::to_lower(joined.text(0)));
  if (!knowledge) return tl::unexpected(knowledge.error());
  auto response = content_words(record.response);
  if (!response) return tl::unexpected(response.error());

  const OverlapScore overlap = overlap_of(std::move(*knowledge), std::move(*response));
  RecordResult result = blank_result(record, name_, Status::kMeasured);
  result.score = overlap.f1;
  result.scores = {
      {"overlap", overlap.f1}, {"precision", overlap.precision}, {"recall", overlap.recall}};
  return result;
}

Result<std::vector<RecordResult>> OverlapMetric::score(std::span<const Record> window) {
  const auto timing = clock_.time("overlap");
  std::vector<std::optional<Result<RecordResult>>> scored(window.size());
  base::parallel_for(window.size(), threads_,
                     [&](std::size_t i) { scored[i] = score_record(window[i]); });
  std::vector<RecordResult> results;
  results.reserve(window.size());
  for (auto& result : scored) {
    if (!*result) return tl::unexpected(result->error());
    results.push_back(std::move(**result));
  }
  return results;
}

}  // namespace

OverlapScore overlap_of(Words knowledge, Words response) {
  std::sort(knowledge.begin(), knowledge.end());
  std::sort(response.begin(), response.end());
  Words shared;
  std::set_intersection(knowledge.begin(), knowledge.end(), response.begin(), response.end(),
                        std::back_inserter(shared));
  if (shared.empty()) return {};
  const auto count = static_cast<double>(shared.size());
  OverlapScore overlap;
  overlap.precision = count / static_cast<double>(response.size());
  overlap.recall = count / static_cast<double>(knowledge.size());
  overlap.f1 = 2 * overlap.precision * overlap.recall / (overlap.precision + overlap.recall);
  return overlap;
}

std::unique_ptr<Metric> make_overlap(const nlp::Pipeline& linguistics, int threads) {
  return std::make_unique<OverlapMetric>(linguistics, threads);
}

}  // namespace assay::reference
