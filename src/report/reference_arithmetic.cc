#include "report/reference_arithmetic.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <vector>

#include "base/format.h"

namespace assay::report {
namespace {

double score_of(const RecordResult& result, std::string_view name) {
  for (const auto& [key, value] : result.scores)
    if (key == name) return value;
  return 0;
}

std::int64_t count_of(const RecordResult& result, std::string_view name) {
  for (const auto& [key, value] : result.counts)
    if (key == name) return value;
  return 0;
}

std::string percent(double value) {
  return fmt::format("{:.4g}", value);
}

// Precisions of 0 are those of n-grams that the response is too short for, or is not smoothed for.
std::string bleu_arithmetic(const RecordResult& result) {
  std::vector<std::string> shares;
  std::vector<std::string> precisions;
  for (int n = 1; n <= 4; ++n) {
    const std::int64_t all = count_of(result, fmt::format("ngrams_{}", n));
    if (all == 0) continue;
    const std::string precision = percent(score_of(result, fmt::format("precision_{}", n)));
    shares.push_back(fmt::format("{}-grams {} of {}, {} %", n,
                                 count_of(result, fmt::format("shared_{}", n)), all, precision));
    precisions.push_back(precision);
  }
  if (shares.empty()) return "score = 0: the response has no token";
  return fmt::format(
      "score = brevity penalty * geometric mean of the precisions = {} * ({}) ^ (1/{}) = {:.4g}; "
      "shared and smoothed: {}; the penalty is below 1 where the response, of {}, is shorter than "
      "the other text, of {}",
      format_score(score_of(result, "brevity_penalty")), fmt::join(precisions, " * "),
      precisions.size(), *result.score, fmt::join(shares, "; "),
      plural(static_cast<std::uint64_t>(count_of(result, "response_tokens")), "token"),
      count_of(result, "other_tokens"));
}

std::string rouge_arithmetic(const RecordResult& result) {
  if (count_of(result, "without_words") > 0)
    return fmt::format(
        "score = 0: words are runs of a to z and 0 to 9, of which the response has "
        "{} and the other text {}",
        count_of(result, "response_words"), count_of(result, "other_words"));
  return fmt::format(
      "score = F1 of the longest common subsequence = 2 * {0} * {1} / ({0} + {1}) = {2}, where {0} "
      "is its share of the response's words (rougeL_precision) and {1} of the other text's "
      "(rougeL_recall)",
      format_score(score_of(result, "rougeL_precision")),
      format_score(score_of(result, "rougeL_recall")), format_score(*result.score));
}

std::string meteor_arithmetic(const RecordResult& result) {
  const std::int64_t matches =
      count_of(result, "equal") + count_of(result, "stems") + count_of(result, "synonyms");
  if (matches == 0) return "score = 0.000: no word is matched";
  return fmt::format(
      "score = (1 - penalty) * weighted mean of precision and recall, recall weighing more, = (1 - "
      "{}) * mean({}, {}) = {}; {} words are matched ({} equal, {} by stem, {} by synonym) in {} "
      "runs; more runs, more penalty",
      format_score(score_of(result, "penalty")), format_score(score_of(result, "precision")),
      format_score(score_of(result, "recall")), format_score(*result.score), matches,
      count_of(result, "equal"), count_of(result, "stems"), count_of(result, "synonyms"),
      count_of(result, "chunks"));
}

std::string bertscore_arithmetic(const RecordResult& result) {
  return fmt::format(
      "score = F1 of precision {} and recall {} (with several references each of the three is the "
      "largest): the mean cosine of the response's tokens with "
      "their "
      "nearest in the other text, and the same of the other text's tokens; each rescaled where "
      "--bertscore-baseline was given",
      format_score(score_of(result, "precision")), format_score(score_of(result, "recall")));
}

}  // namespace

std::string reference_arithmetic(const RecordResult& result) {
  if (result.metric == "bleu") return bleu_arithmetic(result);
  if (result.metric == "rouge") return rouge_arithmetic(result);
  if (result.metric == "bertscore") return bertscore_arithmetic(result);
  if (result.metric == "meteor") return meteor_arithmetic(result);
  return {};
}

}  // namespace assay::report
