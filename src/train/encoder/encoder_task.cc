#include "train/encoder/encoder_task.h"

#include "train/trainer.h"

namespace assay::train {
namespace {

// With its parameters, as the training loop wants it.
class BoundTask : public Task {
 public:
  BoundTask(const EncoderTask& task, EncoderParameters& parameters)
      : task_(task), parameters_(parameters) {}

  std::size_t row_count() const override { return task_.row_count(); }
  std::size_t row_length(std::size_t row) const override { return task_.row_length(row); }
  double row_weight(std::size_t row) const override { return task_.row_weight(row); }
  LossGradient gradient(std::span<const std::size_t> rows, double total_weight) const override {
    const Network network(parameters_);
    const at::Tensor loss = task_.loss(network, rows, total_weight);
    return {loss.item<double>(), network.gradients(loss)};
  }
  bool can_evaluate() const override { return task_.can_evaluate(); }
  Evaluation evaluate(int threads) const override { return task_.evaluate(parameters_, threads); }
  Result<void> save_model(const std::filesystem::path& folder,
                          const nlohmann::ordered_json& config) const override {
    return task_.save_model(parameters_, folder, config);
  }

 private:
  const EncoderTask& task_;
  EncoderParameters& parameters_;
};

}  // namespace

Result<Outcome> train(const EncoderTask& task, EncoderParameters& parameters,
                      const TrainOptions& options, const nlohmann::ordered_json& config,
                      const std::atomic<bool>& stop) {
  return train(BoundTask(task, parameters), parameters.set, options, config, stop);
}

}  // namespace assay::train
