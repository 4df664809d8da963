#include "metrics/reference/bleu.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <utility>

#include "metrics/option_names.h"
#include "metrics/reference/bleu_score.h"
#include "metrics/reference/bleu_tokenizers.h"
#include "metrics/reference/pair_metric.h"
#include "metrics/reference/word_ids.h"

namespace assay::reference {
namespace {

using Smoothing = BleuOptions::Smoothing;

using Ids = std::vector<std::uint32_t>;

std::int64_t size_of(const Ids& ids) {
  return static_cast<std::int64_t>(ids.size());
}

// The length that is nearest to the response's; of two that are equally near the shorter.
std::int64_t closest_length(std::int64_t response, const std::vector<Ids>& others) {
  std::int64_t closest = size_of(others.front());
  for (const Ids& other : others) {
    const std::int64_t length = size_of(other);
    const auto rank = [&](std::int64_t l) { return std::pair(std::abs(l - response), l); };
    if (rank(length) < rank(closest)) closest = length;
  }
  return closest;
}

BleuCounts counts_of(std::string_view response, std::span<const std::string> others,
                     const BleuOptions& options) {
  WordIds words;
  const Ids said = words.ids(bleu_tokens(response, options));
  std::vector<Ids> known;
  for (const std::string& other : others) known.push_back(words.ids(bleu_tokens(other, options)));
  BleuCounts counts;
  counts.response_tokens = size_of(said);
  counts.other_tokens = closest_length(counts.response_tokens, known);
  for (std::size_t n = 1; n <= kLongestNgram; ++n) {
    const SharedNgrams ngrams = count_shared(said, known, n);
    counts.shared[n - 1] = ngrams.shared;
    counts.ngrams[n - 1] = ngrams.response;
  }
  return counts;
}

// The counts that results and summaries hold, and the way back from their sums.
Metric::Counts named(const BleuCounts& counts) {
  Metric::Counts names = {{"response_tokens", counts.response_tokens},
                          {"other_tokens", counts.other_tokens}};
  for (std::size_t n = 1; n <= kLongestNgram; ++n) {
    names.emplace_back(fmt::format("shared_{}", n), counts.shared[n - 1]);
    names.emplace_back(fmt::format("ngrams_{}", n), counts.ngrams[n - 1]);
  }
  return names;
}

BleuCounts read_counts(const Metric::Counts& sums) {
  BleuCounts counts;
  for (const auto& [name, value] : sums) {
    if (name == "response_tokens") counts.response_tokens = value;
    if (name == "other_tokens") counts.other_tokens = value;
    for (std::size_t n = 1; n <= kLongestNgram; ++n) {
      if (name == fmt::format("shared_{}", n)) counts.shared[n - 1] = value;
      if (name == fmt::format("ngrams_{}", n)) counts.ngrams[n - 1] = value;
    }
  }
  return counts;
}

class BleuScorer final : public PairScorer {
 public:
  BleuScorer(const BleuOptions& options, bool effective_order)
      : options_(options), effective_order_(effective_order) {}

  const char* name() const override { return "bleu"; }
  std::string options_json() const override;
  PairScores score(std::string_view response, std::span<const std::string> others) const override;
  std::vector<std::pair<std::string, double>> corpus_scores(
      const Metric::Counts& sums) const override {
    return {{"bleu", bleu_of(read_counts(sums), options_, false).bleu}};
  }

 private:
  const BleuOptions options_;
  const bool effective_order_;
};

std::string BleuScorer::options_json() const {
  std::string json = fmt::format(
      R"("bleu_tokenizer":"{}","bleu_lower_case":{},"bleu_smoothing":"{}",)",
      to_string(options_.tokenizer), options_.lower_case, to_string(options_.smoothing));
  if (options_.smooth_value)
    json += fmt::format(R"("bleu_smooth_value":{},)", *options_.smooth_value);
  return json;
}

PairScores BleuScorer::score(std::string_view response, std::span<const std::string> others) const {
  const BleuCounts counts = counts_of(response, others, options_);
  const BleuScore bleu = bleu_of(counts, options_, effective_order_);
  PairScores scores;
  scores.score = bleu.bleu;
  scores.scores = {{"bleu", bleu.bleu}};
  for (std::size_t n = 1; n <= kLongestNgram; ++n)
    scores.scores.emplace_back(fmt::format("precision_{}", n), bleu.precisions[n - 1]);
  scores.scores.emplace_back("brevity_penalty", bleu.brevity_penalty);
  scores.counts = named(counts);
  return scores;
}

Result<void> check(const BleuOptions& options) {
  if (!options.smooth_value) return {};
  const double value = *options.smooth_value;
  const bool takes_value =
      options.smoothing == Smoothing::kFloor || options.smoothing == Smoothing::kAddK;
  if (!takes_value) {
    return fail(ErrorCode::kInvalidOption,
                fmt::format("bleu_smooth_value is {}, but smoothing `{}` takes none", value,
                            to_string(options.smoothing)),
                "leave it out, or smooth with `floor` or `add-k`");
  }
  const double most = options.smoothing == Smoothing::kFloor ? 1 : 1e9;
  if (std::isfinite(value) && value >= 0 && value <= most) return {};
  return fail(ErrorCode::kInvalidOption, fmt::format("bleu_smooth_value is {}", value),
              "give a number from 0 to 1 for `floor`, from 0 up for `add-k`");
}

}  // namespace

Result<std::unique_ptr<Metric>> make_bleu(const MetricOptions& options, int threads) {
  if (auto checked = check(options.bleu); !checked) return tl::unexpected(checked.error());
  const bool effective_order = options.compat != Compat::kQ2Paper;
  return make_pair_metric(std::make_unique<BleuScorer>(options.bleu, effective_order), options,
                          threads);
}

}  // namespace assay::reference
