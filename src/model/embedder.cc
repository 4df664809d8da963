#include <cmath>

#include "assay/model.h"
#include "model/row_runner.h"
#include "model/windows.h"

namespace assay {
namespace model {
namespace {

std::vector<float> unit_mean(const std::vector<std::vector<float>>& vectors, std::size_t first,
                             std::size_t count) {
  std::vector<double> sum(vectors[first].size(), 0.0);
  for (std::size_t i = first; i < first + count; ++i) {
    for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += static_cast<double>(vectors[i][d]);
  }
  double squares = 0;
  for (const double value : sum) squares += value * value;
  const double scale = squares > 0 ? 1 / std::sqrt(squares) : 0;
  std::vector<float> unit(sum.size());
  for (std::size_t d = 0; d < sum.size(); ++d) unit[d] = static_cast<float>(sum[d] * scale);
  return unit;
}

class SentenceEmbedder : public Embedder {
 public:
  SentenceEmbedder(std::unique_ptr<RowRunner> runner, const SequenceLimits& limits)
      : runner_(std::move(runner)), limits_(limits) {}

  Result<std::vector<std::vector<float>>> embed(
      std::span<const std::string_view> texts) const override {
    std::vector<Row> rows;
    std::vector<std::size_t> counts;
    for (const std::string_view text : texts) {
      const auto tokens = runner_->tokenizer().tokenize(text);
      if (!tokens) return tl::unexpected(tokens.error());
      const PairPlan plan = plan_pair(0, tokens->size(), limits_);
      for (const Window& window : plan.windows) {
        rows.push_back(
            row_of(runner_->tokenizer().assemble(tokens->slice(window.first, window.last))));
      }
      counts.push_back(plan.windows.size());
    }
    const auto vectors = runner_->run(std::move(rows), texts.size());
    if (!vectors) return tl::unexpected(vectors.error());
    std::vector<std::vector<float>> units;
    std::size_t next = 0;
    for (const std::size_t count : counts) {
      units.push_back(unit_mean(*vectors, next, count));
      next += count;
    }
    return units;
  }

  std::size_t dimension() const override { return runner_->embedding_size(); }
  const std::string& fingerprint() const override { return runner_->fingerprint(); }
  ModelStats stats() const override { return runner_->stats(); }

 private:
  std::unique_ptr<RowRunner> runner_;
  SequenceLimits limits_;
};

}  // namespace
}  // namespace model

Result<std::unique_ptr<Embedder>> Embedder::load(const std::filesystem::path& folder,
                                                 const ModelOptions& options) {
  auto runner = model::RowRunner::load(folder, model::Head::kEmbed, options);
  if (!runner) return tl::unexpected(runner.error());
  if ((*runner)->embedding_size() == 0) {
    return fail(ErrorCode::kUnsupported, (*runner)->config_file() + " gives no hidden_size",
                "write the width of the network's last layer there");
  }
  const auto limits = model::sequence_limits(**runner, (*runner)->tokenizer().specials_of_single());
  if (!limits) return tl::unexpected(limits.error());
  return std::make_unique<model::SentenceEmbedder>(std::move(*runner), *limits);
}

}  // namespace assay
