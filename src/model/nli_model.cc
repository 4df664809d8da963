#include <algorithm>
#include <cmath>

#include "assay/model.h"
#include "model/row_runner.h"
#include "model/window_relevance.h"
#include "model/windows.h"

namespace assay {
namespace model {
namespace {

// The three probabilities of one window.
NliScores softmax(const std::vector<float>& logits, const std::array<std::size_t, 3>& order) {
  double values[3];
  for (std::size_t i = 0; i < 3; ++i) values[i] = static_cast<double>(logits[order[i]]);
  const double top = std::max({values[0], values[1], values[2]});
  double sum = 0;
  for (double& value : values) sum += value = std::exp(value - top);
  NliScores scores;
  scores.entailment = values[0] / sum;
  scores.neutral = values[1] / sum;
  scores.contradiction = values[2] / sum;
  return scores;
}

double decisiveness(const NliScores& scores) {
  return std::max(scores.entailment, scores.contradiction);
}

// One pair as it is laid out in rows.
struct Judged {
  std::size_t rows = 0;  // windows that the network reads
  int windows = 0;       // windows in all
  bool truncated = false;
};

class Nli : public NliModel {
 public:
  Nli(std::unique_ptr<RowRunner> runner, const std::array<std::size_t, 3>& order,
      const SequenceLimits& limits)
      : runner_(std::move(runner)), order_(order), limits_(limits) {}

  Result<std::vector<NliScores>> judge(std::span<const TextPair> pairs) const override {
    std::vector<Row> rows;
    std::vector<Judged> judged;
    for (const TextPair& pair : pairs) {
      const auto one = append_rows(pair, rows);
      if (!one) return tl::unexpected(one.error());
      judged.push_back(*one);
    }
    const auto logits = runner_->run(std::move(rows), pairs.size());
    if (!logits) return tl::unexpected(logits.error());
    std::vector<NliScores> results;
    std::size_t next = 0;
    for (const Judged& one : judged) {
      NliScores best = softmax((*logits)[next], order_);
      for (std::size_t i = 1; i < one.rows; ++i) {
        const NliScores scores = softmax((*logits)[next + i], order_);
        if (decisiveness(scores) > decisiveness(best)) best = scores;
      }
      best.windows = one.windows;
      best.truncated = one.truncated;
      results.push_back(best);
      next += one.rows;
    }
    return results;
  }

  const std::string& fingerprint() const override { return runner_->fingerprint(); }
  ModelStats stats() const override { return runner_->stats(); }

 private:
  Result<Judged> append_rows(const TextPair& pair, std::vector<Row>& rows) const {
    const Tokenizer& tokenizer = runner_->tokenizer();
    const auto premise = tokenizer.tokenize(pair.first);
    if (!premise) return tl::unexpected(premise.error());
    const auto hypothesis = tokenizer.tokenize(pair.second);
    if (!hypothesis) return tl::unexpected(hypothesis.error());
    const PairPlan plan = plan_pair(hypothesis->size(), premise->size(), limits_);
    const TokenSlice claim = hypothesis->slice(0, plan.fixed_tokens);
    const auto chosen = relevant_windows(premise->ids, plan.windows, claim.ids);
    for (const Window& window : chosen) {
      rows.push_back(row_of(tokenizer.assemble(premise->slice(window.first, window.last), claim)));
    }
    return Judged{chosen.size(), static_cast<int>(plan.windows.size()), plan.truncated};
  }

  std::unique_ptr<RowRunner> runner_;
  std::array<std::size_t, 3> order_;
  SequenceLimits limits_;
};

}  // namespace
}  // namespace model

NliScores::Label NliScores::label() const {
  if (neutral >= entailment && neutral >= contradiction) return Label::kNeutral;
  return contradiction >= entailment ? Label::kContradiction : Label::kEntailment;
}

Result<std::unique_ptr<NliModel>> NliModel::load(const std::filesystem::path& folder,
                                                 const ModelOptions& options) {
  auto runner = model::RowRunner::load(folder, model::Head::kClassify, options);
  if (!runner) return tl::unexpected(runner.error());
  const auto order = model::nli_label_order((*runner)->config().labels, (*runner)->config_file());
  if (!order) return tl::unexpected(order.error());
  const auto limits = model::sequence_limits(**runner, (*runner)->tokenizer().specials_of_pair());
  if (!limits) return tl::unexpected(limits.error());
  return std::make_unique<model::Nli>(std::move(*runner), *order, *limits);
}

}  // namespace assay
