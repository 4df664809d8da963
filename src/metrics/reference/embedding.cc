#include "metrics/reference/embedding.h"

#include <fmt/format.h>

#include <algorithm>

#include "metrics/option_names.h"
#include "metrics/reference/compared_text.h"
#include "metrics/stage_clock.h"

namespace assay::reference {
namespace {

// Of unit vectors; what rounding adds is cut off.
double cosine(const std::vector<float>& one, const std::vector<float>& other) {
  double sum = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    sum += static_cast<double>(one[i]) * static_cast<double>(other[i]);
  return std::clamp(sum, -1.0, 1.0);
}

class EmbeddingMetric final : public Metric {
 public:
  EmbeddingMetric(const Embedder& embedder, const MetricOptions& options)
      : embedder_(embedder), against_(against_of(options)), compat_(options.compat) {}

  const std::string& name() const override { return name_; }
  std::vector<Need> needs() const override { return {need_of(against_), Need::kEmbedder}; }
  std::string options_json() const override {
    return fmt::format(R"({{"against":"{}","compat":"{}"}})", to_string(against_),
                       to_string(compat_));
  }
  Result<std::vector<RecordResult>> score(std::span<const Record> window) override;
  std::vector<StageTime> stage_times() const override { return clock_.times(); }

 private:
  const std::string name_ = "embedding";
  const Embedder& embedder_;
  const Against against_;
  const Compat compat_;
  StageClock clock_;
};

Result<std::vector<RecordResult>> EmbeddingMetric::score(std::span<const Record> window) {
  const auto timing = clock_.time("embed");
  Comparisons compared = comparisons_of(window, name_, against_, compat_);
  std::vector<std::string_view> texts = compared.responses;
  texts.insert(texts.end(), compared.others.begin(), compared.others.end());
  const auto vectors = embedder_.embed(texts);
  if (!vectors) return tl::unexpected(vectors.error());
  const std::size_t count = compared.positions.size();
  for (std::size_t i = 0; i < count; ++i) {
    RecordResult& result = compared.results[compared.positions[i]];
    double best = -1;
    for (std::size_t other = compared.begin(i); other < compared.ends[i]; ++other)
      best = std::max(best, cosine((*vectors)[i], (*vectors)[count + other]));
    result.score = best;
    result.scores = {{name_, *result.score}};
  }
  return std::move(compared.results);
}

}  // namespace

std::unique_ptr<Metric> make_embedding(const Embedder& embedder, const MetricOptions& options) {
  return std::make_unique<EmbeddingMetric>(embedder, options);
}

}  // namespace assay::reference
