#include "train/question_task.h"

#include <fmt/format.h>

#include <cmath>

#include "train/decoder_network.h"
#include "train/evaluation_rows.h"
#include "train/task.h"

namespace assay::train {
namespace {

using Json = nlohmann::ordered_json;

struct Loss {
  double sum = 0;  // of -log p
  std::size_t tokens = 0;

  double mean() const { return tokens == 0 ? 0 : sum / static_cast<double>(tokens); }
  void add(const Loss& other) {
    sum += other.sum;
    tokens += other.tokens;
  }
};

// -log p of every token of some rows, rows one behind the other.
at::Tensor losses_of(const Network& network, const QuestionRows& rows,
                     std::span<const std::size_t> chosen, const PackedTargets& targets) {
  const PackedRows sources(rows.sources, chosen);
  return -DecoderNetwork(network).log_probabilities(sources, targets);
}

std::vector<Loss> losses_of_rows(EncoderParameters& parameters, const QuestionRows& rows,
                                 int threads) {
  std::vector<Loss> found(rows.size());
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

class QuestionTask : public Task {
 public:
  QuestionTask(QuestionRows rows, std::vector<NamedQuestionRows> evaluations, ModelTemplate model)
      : rows_(std::move(rows)), evaluations_(std::move(evaluations)), model_(std::move(model)) {}

  std::size_t row_count() const override { return rows_.size(); }
  std::size_t row_length(std::size_t row) const override {
    return rows_.sources.length(row) + rows_.targets.length(row);
  }
  double row_weight(std::size_t row) const override {
    return static_cast<double>(rows_.weights[row]);
  }
  at::Tensor loss(const Network& network, std::span<const std::size_t> rows,
                  double total_weight) const override;
  bool can_evaluate() const override { return !evaluations_.empty(); }
  Evaluation evaluate(EncoderParameters& parameters, int threads) const override;
  Result<void> save_model(const EncoderParameters& parameters, const std::filesystem::path& folder,
                          const Json& config) const override {
    ModelTemplate model = model_;
    model.extra.update(config);
    return write_model(parameters, model, folder);
  }

 private:
  QuestionRows rows_;
  std::vector<NamedQuestionRows> evaluations_;
  ModelTemplate model_;
};

at::Tensor QuestionTask::loss(const Network& network, std::span<const std::size_t> rows,
                              double total_weight) const {
  const PackedTargets targets(rows_.targets, rows);
  std::vector<float> shares;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto tokens = static_cast<std::size_t>(targets.offsets[i + 1] - targets.offsets[i]);
    const double share = row_weight(rows[i]) / (total_weight * static_cast<double>(tokens));
    shares.insert(shares.end(), tokens, static_cast<float>(share));
  }
  const at::Tensor losses = losses_of(network, rows_, rows, targets);
  return (losses * at::tensor(shares)).sum();
}

Json to_json(const Loss& loss) {
  return {{"tokens", loss.tokens}, {"loss", loss.mean()}, {"perplexity", std::exp(loss.mean())}};
}

Evaluation QuestionTask::evaluate(EncoderParameters& parameters, int threads) const {
  Evaluation evaluation;
  std::size_t origins = 0;
  for (const NamedQuestionRows& set : evaluations_) {
    Loss all;
    std::vector<Loss> of_origin(set.rows.origins.names.size());
    const auto losses = losses_of_rows(parameters, set.rows, threads);
    for (std::size_t row = 0; row < losses.size(); ++row) {
      all.add(losses[row]);
      of_origin[set.rows.origins.of_row[row]].add(losses[row]);
    }
    Json& report = evaluation.report[set.name];
    report = to_json(all);
    evaluation.summary +=
        fmt::format("{}{} perplexity {:.3f}", evaluation.summary.empty() ? "" : "; ", set.name,
                    std::exp(all.mean()));
    for (std::size_t i = 0; i < of_origin.size(); ++i) {
      report["sources"][set.rows.origins.names[i]] = to_json(of_origin[i]);
      evaluation.score -= of_origin[i].mean();
    }
    origins += of_origin.size();
  }
  evaluation.score /= static_cast<double>(std::max<std::size_t>(1, origins));
  return evaluation;
}

}  // namespace

std::shared_ptr<const Task> make_question_task(QuestionRows rows,
                                               std::vector<NamedQuestionRows> evaluations,
                                               ModelTemplate model) {
  return std::make_shared<QuestionTask>(std::move(rows), std::move(evaluations), std::move(model));
}

}  // namespace assay::train
