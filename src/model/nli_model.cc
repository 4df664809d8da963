#include <algorithm>
#include <cmath>

#include "assay/model.h"
#include "model/nli_labels.h"
#include "model/row_runner.h"
#include "model/window_relevance.h"
#include "model/windows.h"

namespace assay {
namespace model {
namespace {

// The probabilities of one window; a label that the model does not know has none.
NliScores softmax(const std::vector<float>& logits, const NliLabels& labels) {
  const double top = static_cast<double>(*std::max_element(logits.begin(), logits.end()));
  double sum = 0;
  std::vector<double> values;
  for (const float logit : logits) {
    values.push_back(std::exp(static_cast<double>(logit) - top));
  }
  // Summed in the order of meaning, so that equal logits give equal bits whatever their order.
  sum += values[labels.entailment];
  sum += values[labels.neutral];
  if (labels.contradiction) sum += values[*labels.contradiction];
  NliScores scores;
  scores.entailment = values[labels.entailment] / sum;
  scores.neutral = values[labels.neutral] / sum;
  if (labels.contradiction) scores.contradiction = values[*labels.contradiction] / sum;
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
  Nli(std::unique_ptr<RowRunner> runner, const NliLabels& labels, const SequenceLimits& limits)
      : runner_(std::move(runner)), labels_(labels), limits_(limits) {}

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
      NliScores best = softmax((*logits)[next], labels_);
      for (std::size_t i = 1; i < one.rows; ++i) {
        const NliScores scores = softmax((*logits)[next + i], labels_);
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
  NliLabels labels_;
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
  const auto labels = model::find_nli_labels((*runner)->config().labels, (*runner)->config_file());
  if (!labels) return tl::unexpected(labels.error());
  const auto limits = model::sequence_limits(**runner, (*runner)->tokenizer().specials_of_pair());
  if (!limits) return tl::unexpected(limits.error());
  return std::make_unique<model::Nli>(std::move(*runner), *labels, *limits);
}

}  // namespace assay
