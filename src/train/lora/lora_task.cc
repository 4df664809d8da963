#include "train/lora/lora_task.h"

#include "train/evaluation_rows.h"
#include "train/files.h"
#include "train/lora/causal_network.h"
#include "train/lora/llama_base.h"
#include "train/task.h"
#include "train/token_losses.h"

namespace assay::train {
namespace {

class LoraTask : public Task {
 public:
  LoraTask(const LlamaBase& base, LoraParameters& lora, LoraRows rows,
           std::vector<NamedLoraRows> evaluations, AdapterType stored)
      : base_(base),
        lora_(lora),
        rows_(std::move(rows)),
        evaluations_(std::move(evaluations)),
        stored_(stored) {}

  std::size_t row_count() const override { return rows_.size(); }
  std::size_t row_length(std::size_t row) const override { return rows_.tokens.length(row); }
  double row_weight(std::size_t row) const override {
    return static_cast<double>(rows_.weights[row]);
  }
  LossGradient gradient(std::span<const std::size_t> rows, double total_weight) const override;
  bool can_evaluate() const override { return !evaluations_.empty(); }
  Evaluation evaluate(int threads) const override;
  Result<void> save_model(const std::filesystem::path& folder,
                          const nlohmann::ordered_json& config) const override;

 private:
  std::vector<TokenLoss> losses_of(const LoraRows& rows, int threads) const;

  const LlamaBase& base_;
  LoraParameters& lora_;
  LoraRows rows_;
  std::vector<NamedLoraRows> evaluations_;
  AdapterType stored_;
};

LossGradient LoraTask::gradient(std::span<const std::size_t> rows, double total_weight) const {
  const CausalNetwork network(base_, lora_);
  const PackedText text(rows_.tokens, rows);
  std::vector<double> weights;
  for (const std::size_t row : rows) weights.push_back(row_weight(row));
  const auto shares = token_shares(text.answer_tokens, weights, total_weight);
  const at::Tensor loss = -(network.log_probabilities(text) * at::tensor(shares)).sum();
  return {loss.item<double>(), network.gradients(loss)};
}

std::vector<TokenLoss> LoraTask::losses_of(const LoraRows& rows, int threads) const {
  std::vector<TokenLoss> found(rows.size());
  constexpr std::size_t kTogether = 4;
  for_evaluation_rows(rows.size(), kTogether, threads, [&](std::span<const std::size_t> chosen) {
    const PackedText text(rows.tokens, chosen);
    const at::Tensor losses = (-CausalNetwork(base_, lora_).log_probabilities(text)).contiguous();
    const float* next = losses.data_ptr<float>();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      TokenLoss& loss = found[chosen[i]];
      loss.tokens = text.answer_tokens[i];
      for (std::size_t k = 0; k < loss.tokens; ++k) loss.sum += static_cast<double>(*next++);
    }
  });
  return found;
}

Evaluation LoraTask::evaluate(int threads) const {
  std::vector<NamedLosses> sets;
  for (const NamedLoraRows& set : evaluations_) {
    sets.push_back({set.name, losses_of(set.rows, threads), set.rows.origins});
  }
  return evaluation_of(sets);
}

Result<void> LoraTask::save_model(const std::filesystem::path& folder,
                                  const nlohmann::ordered_json& /*config*/) const {
  if (auto made = make_folder(folder); !made) return made;
  return write_adapter(lora_, stored_, folder / "adapter.gguf");
}

}  // namespace

std::shared_ptr<const Task> make_lora_task(const LlamaBase& base, LoraParameters& lora,
                                           LoraRows rows, std::vector<NamedLoraRows> evaluations,
                                           AdapterType stored) {
  return std::make_shared<LoraTask>(base, lora, std::move(rows), std::move(evaluations), stored);
}

}  // namespace assay::train
