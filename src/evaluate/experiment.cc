#include "assay/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "assay/classify.h"
#include "base/interrupt.h"
#include "evaluate/bootstrap.h"
#include "evaluate/json_rows.h"
#include "evaluate/ranked_sample.h"
#include "evaluate/usual_threshold.h"

namespace assay::evaluate {
namespace {

tl::unexpected<Error> interrupted() {
  return fail(ErrorCode::kInterrupted, "interrupted before the work was done");
}

std::optional<double> score_of(const RecordResult& result) {
  return result.status == Status::kMeasured ? result.score : std::nullopt;
}

std::optional<std::int64_t> sum_of_counts(std::span<const RecordResult> results,
                                          std::string_view name) {
  std::optional<std::int64_t> sum;
  for (const RecordResult& result : results) {
    for (const auto& [known, count] : result.counts) {
      if (known == name) sum = sum.value_or(0) + count;
    }
  }
  return sum;
}

// Scores of records as they are and as they were changed, where both have one.
struct Paired {
  std::vector<double> original;
  std::vector<double> changed;
};

std::optional<double> weighted_mean(const std::vector<double>& values,
                                    const std::vector<double>& weights) {
  double sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += weights[i] * values[i];
    total += weights[i];
  }
  if (total == 0) return std::nullopt;
  return sum / total;
}

Estimate estimate_of(
    std::size_t count, const BootstrapOptions& options,
    const std::function<std::optional<double>(const std::vector<double>&)>& value) {
  Estimate estimate{.value = value(std::vector<double>(count, 1)), .interval = {}};
  if (!estimate.value) return estimate;
  const auto rounds = run_bootstrap(
      Groups::each_alone(count), options,
      [&](const std::vector<double>& weights) { return RoundValues{value(weights)}; });
  estimate.interval = interval_of(rounds, 0, options.confidence);
  return estimate;
}

Estimate difference_of(const Paired& paired, const BootstrapOptions& options) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < paired.original.size(); ++i)
    differences.push_back(paired.changed[i] - paired.original[i]);
  return estimate_of(differences.size(), options, [&](const std::vector<double>& weights) {
    return weighted_mean(differences, weights);
  });
}

// The area under the ROC curve, had the originals one label and the changed ones the other. Both
// records of a pair are drawn together.
Estimate separation_of(const Paired& paired, const BootstrapOptions& options) {
  std::vector<double> scores = paired.original;
  scores.insert(scores.end(), paired.changed.begin(), paired.changed.end());
  std::vector<bool> is_original(scores.size(), false);
  std::fill_n(is_original.begin(), paired.original.size(), true);
  const RankedSample sample(scores, is_original);
  return estimate_of(paired.original.size(), options, [&](std::vector<double> weights) {
    const std::vector<double> once = weights;
    weights.insert(weights.end(), once.begin(), once.end());
    return roc_auc(sample, weights);
  });
}

}  // namespace

Result<std::vector<Record>> read_records(const RecordSource& source) {
  auto reader = open_records(source);
  if (!reader) return tl::unexpected(reader.error());
  std::vector<Record> records;
  for (;;) {
    auto item = (*reader)->next();
    if (!item) return tl::unexpected(item.error());
    if (!item->has_value()) return records;
    if ((*item)->error) return tl::unexpected(*(*item)->error);
    records.push_back(std::move((*item)->record));
  }
}

Result<std::vector<RecordResult>> run_metric(std::span<const Record> records, Metric& metric,
                                             const RunOptions& options) {
  std::vector<RecordResult> results;
  for (std::size_t from = 0; from < records.size(); from += options.window) {
    if (base::is_set(options.interrupt)) return interrupted();
    const auto window = records.subspan(from, std::min(options.window, records.size() - from));
    auto scored = metric.score(window);
    if (!scored) return tl::unexpected(scored.error());
    std::move(scored->begin(), scored->end(), std::back_inserter(results));
    if (options.progress) options.progress(results.size(), records.size());
  }
  return results;
}

std::optional<std::string> label_text(const Record& record) {
  if (record.label_json.empty()) return std::nullopt;
  auto text = text_of_json(record.label_json);
  return text && text->empty() ? std::nullopt : text;
}

ScoreColumn column_of(const std::string& name, std::span<const RecordResult> results) {
  ScoreColumn column{name, {}, {}};
  if (!results.empty()) column.usual_threshold = usual_threshold(results.front().metric);
  for (const RecordResult& result : results) {
    if (const auto score = score_of(result)) {
      column.values.emplace_back(*score);
      continue;
    }
    const NoScore reason = result.status == Status::kNoClaims     ? NoScore::kNoClaims
                           : result.status == Status::kNoEvidence ? NoScore::kNoEvidence
                                                                  : NoScore::kFailed;
    column.values.emplace_back(tl::unexpect, reason);
  }
  return column;
}

RobustnessRow robustness_row(const std::string& variant, std::span<const RecordResult> originals,
                             std::span<const RecordResult> results,
                             std::span<const std::size_t> original_of,
                             std::optional<double> threshold, const BootstrapOptions& options) {
  RobustnessRow row;
  row.variant = variant;
  if (!results.empty()) row.metric = results.front().metric;
  row.threshold = threshold.value_or(usual_threshold(row.metric).value_or(kUnknownThreshold));
  row.n = results.size();
  std::vector<double> scores;
  Paired paired;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto score = score_of(results[i]);
    if (!score) continue;
    scores.push_back(*score);
    if (*score > row.threshold) ++row.n_above;
    const auto original = score_of(originals[original_of[i]]);
    if (!original) continue;
    paired.original.push_back(*original);
    paired.changed.push_back(*score);
  }
  row.n_measured = scores.size();
  row.mean = estimate_of(scores.size(), options, [&](const std::vector<double>& weights) {
    return weighted_mean(scores, weights);
  });
  row.questions = sum_of_counts(results, "questions_counted");
  row.unanswered = sum_of_counts(results, "questions_unanswered");
  row.n_paired = paired.original.size();
  if (variant == "original") return row;
  row.difference = difference_of(paired, options);
  row.separation = separation_of(paired, options);
  return row;
}

}  // namespace assay::evaluate
