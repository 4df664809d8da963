#include "metrics/reference/bertscore.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "metrics/option_names.h"
#include "metrics/record_check.h"
#include "metrics/reference/compared_text.h"
#include "metrics/reference/greedy_matching.h"
#include "metrics/reference/score_baseline.h"
#include "metrics/reference/token_weights.h"
#include "metrics/stage_clock.h"

namespace assay::reference {
namespace {

class BertScore final : public Metric {
 public:
  BertScore(const TokenEmbedder& embedder, const MetricOptions& options, int threads)
      : embedder_(embedder),
        against_(against_of(options)),
        compat_(options.compat),
        threads_(threads) {}

  Result<void> read_files(const BertScoreOptions& options);

  const std::string& name() const override { return name_; }
  std::vector<Need> needs() const override { return {need_of(against_), Need::kTokenEmbedder}; }
  std::string options_json() const override;
  Result<std::vector<RecordResult>> score(std::span<const Record> window) override;
  std::vector<StageTime> stage_times() const override { return clock_.times(); }

 private:
  WeightedTokens weighted(TokenStates states) const;
  // `known`: of every text that the response is compared with.
  void score_record(TokenStates said, std::span<TokenStates> known, RecordResult& result) const;

  const std::string name_ = "bertscore";
  const TokenEmbedder& embedder_;
  const Against against_;
  const Compat compat_;
  const int threads_;
  TokenWeights weights_;
  std::optional<ScoreBaseline> baseline_;
  StageClock clock_;
};

Result<void> BertScore::read_files(const BertScoreOptions& options) {
  if (!options.idf.empty()) {
    auto weights = TokenWeights::read(options.idf, embedder_);
    if (!weights) return tl::unexpected(weights.error());
    weights_ = std::move(*weights);
  }
  if (!options.baseline.empty()) {
    const auto baseline = ScoreBaseline::read(options.baseline, embedder_.layer());
    if (!baseline) return tl::unexpected(baseline.error());
    baseline_ = *baseline;
  }
  return {};
}

// The layer is named by the model's fingerprint too; here it is told in words when it changes.
std::string BertScore::options_json() const {
  nlohmann::ordered_json json = {{"against", to_string(against_)}};
  if (embedder_.layer()) json["bertscore_layer"] = *embedder_.layer();
  if (!weights_.fingerprint().empty()) json["bertscore_idf"] = weights_.fingerprint();
  if (baseline_)
    json["bertscore_baseline"] = {baseline_->precision, baseline_->recall, baseline_->f1};
  json["compat"] = to_string(compat_);
  return json.dump();
}

// A token of the text that is spelt like a special one counts nothing either.
WeightedTokens BertScore::weighted(TokenStates states) const {
  WeightedTokens tokens;
  std::vector<std::int32_t> special;
  for (std::size_t i = 0; i < states.ids.size(); ++i) {
    if (states.is_special[i]) special.push_back(states.ids[i]);
  }
  for (const std::int32_t id : states.ids) {
    const bool counts = std::find(special.begin(), special.end(), id) == special.end();
    tokens.weights.push_back(counts ? weights_.of(id) : 0);
  }
  tokens.vectors = std::move(states.states);
  normalize(tokens.vectors, tokens.size());
  return tokens;
}

bool has_weight(const WeightedTokens& tokens) {
  return std::any_of(tokens.weights.begin(), tokens.weights.end(),
                     [](double weight) { return weight > 0; });
}

// Each by itself, as bert-score has it: they may be of different texts.
MatchScores larger_of(const MatchScores& a, const MatchScores& b) {
  MatchScores larger;
  larger.precision = std::max(a.precision, b.precision);
  larger.recall = std::max(a.recall, b.recall);
  larger.f1 = std::max(a.f1, b.f1);
  return larger;
}

void BertScore::score_record(TokenStates said, std::span<TokenStates> known,
                             RecordResult& result) const {
  const WeightedTokens response = weighted(std::move(said));
  std::optional<MatchScores> best;
  for (TokenStates& states : known) {
    const WeightedTokens other = weighted(std::move(states));
    if (!has_weight(response) || !has_weight(other)) continue;
    const MatchScores matched = match(response, other);
    best = best ? larger_of(*best, matched) : matched;
  }
  if (!best) {
    result.status = Status::kFailed;
    result.error = fail(ErrorCode::kInvalidInput, "no token of a text has a weight",
                        "its tokens stand in every text of --bertscore-idf, or it has none")
                       .value();
    return;
  }
  const MatchScores scores = baseline_ ? baseline_->rescaled(*best) : *best;
  result.score = scores.f1;
  result.scores = {{name_, scores.f1}, {"precision", scores.precision}, {"recall", scores.recall}};
}

Result<std::vector<RecordResult>> BertScore::score(std::span<const Record> window) {
  Comparisons compared = comparisons_of(window, name_, against_, compat_);
  std::vector<std::string_view> texts = compared.responses;
  texts.insert(texts.end(), compared.others.begin(), compared.others.end());
  Result<std::vector<TokenStates>> states;
  {
    const auto timing = clock_.time("embed");
    states = embedder_.embed(texts);
  }
  if (!states) return tl::unexpected(states.error());
  const auto timing = clock_.time("match");
  const std::size_t count = compared.positions.size();
  base::parallel_for(count, threads_, [&](std::size_t i) {
    const std::span all = std::span(*states).subspan(count);
    const std::span known = all.subspan(compared.begin(i), compared.ends[i] - compared.begin(i));
    score_record(std::move((*states)[i]), known, compared.results[compared.positions[i]]);
  });
  return std::move(compared.results);
}

}  // namespace

Result<std::unique_ptr<Metric>> make_bertscore(const TokenEmbedder& embedder,
                                               const MetricOptions& options, int threads) {
  auto metric = std::make_unique<BertScore>(embedder, options, threads);
  if (auto read = metric->read_files(options.bertscore); !read) return tl::unexpected(read.error());
  return metric;
}

}  // namespace assay::reference
