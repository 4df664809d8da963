#include "train/question/question_task.h"

#include "train/encoder/row_task.h"
#include "train/evaluation_rows.h"
#include "train/question/decoder_network.h"
#include "train/token_losses.h"

namespace assay::train {
namespace {

using Json = nlohmann::ordered_json;

// -log p of every token of some rows, rows one behind the other.
at::Tensor losses_of(const Network& network, const QuestionRows& rows,
                     std::span<const std::size_t> chosen, const PackedTargets& targets) {
  const PackedRows sources(rows.sources, chosen);
  return -DecoderNetwork(network).log_probabilities(sources, targets);
}

std::vector<TokenLoss> losses_of_rows(EncoderParameters& parameters, const QuestionRows& rows,
                                      int threads) {
  std::vector<TokenLoss> found(rows.size());
  constexpr std::size_t kTogether = 16;
  for_evaluation_rows(rows.size(), kTogether, threads, [&](std::span<const std::size_t> chosen) {
    const PackedTargets targets(rows.targets, chosen);
    const at::Tensor losses = losses_of(Network(parameters), rows, chosen, targets).contiguous();
    const std::span<const float> all(losses.data_ptr<float>(), targets.inputs.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const auto begin = static_cast<std::size_t>(targets.offsets[i]);
      const auto end = static_cast<std::size_t>(targets.offsets[i + 1]);
      for (const float loss : all.subspan(begin, end - begin)) {
        found[chosen[i]].sum += static_cast<double>(loss);
      }
      found[chosen[i]].tokens = end - begin;
    }
  });
  return found;
}

class QuestionTask : public RowTask<QuestionRows, NamedQuestionRows> {
 public:
  using RowTask::RowTask;

  std::size_t row_length(std::size_t row) const override {
    return rows_.sources.length(row) + rows_.targets.length(row);
  }
  at::Tensor loss(const Network& network, std::span<const std::size_t> rows,
                  double total_weight) const override;
  Evaluation evaluate(EncoderParameters& parameters, int threads) const override;
};

at::Tensor QuestionTask::loss(const Network& network, std::span<const std::size_t> rows,
                              double total_weight) const {
  const PackedTargets targets(rows_.targets, rows);
  std::vector<std::size_t> tokens;
  std::vector<double> weights;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    tokens.push_back(static_cast<std::size_t>(targets.offsets[i + 1] - targets.offsets[i]));
    weights.push_back(row_weight(rows[i]));
  }
  const std::vector<float> shares = token_shares(tokens, weights, total_weight);
  const at::Tensor losses = losses_of(network, rows_, rows, targets);
  return (losses * at::tensor(shares)).sum();
}

Evaluation QuestionTask::evaluate(EncoderParameters& parameters, int threads) const {
  std::vector<NamedLosses> sets;
  for (const NamedQuestionRows& set : evaluations_) {
    sets.push_back({set.name, losses_of_rows(parameters, set.rows, threads), set.rows.origins});
  }
  return evaluation_of(sets);
}

}  // namespace

std::shared_ptr<const EncoderTask> make_question_task(QuestionRows rows,
                                                      std::vector<NamedQuestionRows> evaluations,
                                                      ModelTemplate model) {
  return std::make_shared<QuestionTask>(std::move(rows), std::move(evaluations), std::move(model));
}

}  // namespace assay::train
