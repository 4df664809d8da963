#include "train/encoder/pair_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "train/encoder/row_task.h"
#include "train/evaluation_rows.h"

namespace assay::train {
namespace {

using Json = nlohmann::ordered_json;

std::size_t argmax(std::span<const float> values) {
  return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

// -sum(target * log softmax(logits)).
double cross_entropy(std::span<const float> logits, std::span<const float> target) {
  const double top = static_cast<double>(*std::max_element(logits.begin(), logits.end()));
  double sum = 0;
  for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - top);
  const double shift = top + std::log(sum);
  double loss = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    loss += static_cast<double>(target[i]) * (shift - static_cast<double>(logits[i]));
  }
  return loss;
}

struct Tally {
  std::size_t rows = 0;
  std::size_t right = 0;
  double accuracy() const {
    return rows == 0 ? 0 : static_cast<double>(right) / static_cast<double>(rows);
  }
};

// How one evaluation file was judged.
struct Judged {
  Tally all;
  double loss = 0;
  std::vector<Tally> of_source;
  std::vector<std::size_t> confusion;  // labels x labels: true label, then the one that was found
};

Judged judge(const PairRows& rows, const std::vector<float>& logits) {
  const std::size_t labels = rows.labels.size();
  Judged judged;
  judged.of_source.resize(rows.sources.names.size());
  judged.confusion.resize(labels * labels);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto scores = std::span(logits).subspan(row * labels, labels);
    const std::size_t truth = argmax(rows.target(row));
    const std::size_t found = argmax(scores);
    judged.loss += cross_entropy(scores, rows.target(row)) / static_cast<double>(rows.size());
    ++judged.confusion[truth * labels + found];
    for (Tally* tally : {&judged.all, &judged.of_source[rows.sources.of_row[row]]}) {
      ++tally->rows;
      tally->right += truth == found ? 1 : 0;
    }
  }
  return judged;
}

double f1_of(const Judged& judged, std::size_t label, std::size_t labels) {
  std::size_t truth = 0;
  std::size_t found = 0;
  for (std::size_t other = 0; other < labels; ++other) {
    truth += judged.confusion[label * labels + other];
    found += judged.confusion[other * labels + label];
  }
  if (truth + found == 0) return 0;
  return 2 * static_cast<double>(judged.confusion[label * labels + label]) /
         static_cast<double>(truth + found);
}

Json report_of(const PairRows& rows, const Judged& judged) {
  Json report = {
      {"rows", judged.all.rows}, {"accuracy", judged.all.accuracy()}, {"loss", judged.loss}};
  for (std::size_t label = 0; label < rows.labels.size(); ++label) {
    report["f1"][rows.labels[label]] = f1_of(judged, label, rows.labels.size());
  }
  for (std::size_t source = 0; source < rows.sources.names.size(); ++source) {
    report["sources"][rows.sources.names[source]] = {
        {"rows", judged.of_source[source].rows}, {"accuracy", judged.of_source[source].accuracy()}};
  }
  return report;
}

class PairTask : public RowTask<PairRows, NamedPairs> {
 public:
  PairTask(PairRows rows, std::vector<NamedPairs> evaluations, PairTaskOptions options)
      : RowTask(std::move(rows), std::move(evaluations), std::move(options.model)),
        label_smoothing_(options.label_smoothing) {}

  std::size_t row_length(std::size_t row) const override { return rows_.tokens.length(row); }
  at::Tensor loss(const Network& network, std::span<const std::size_t> rows,
                  double total_weight) const override;
  Evaluation evaluate(EncoderParameters& parameters, int threads) const override;

 private:
  double label_smoothing_;
};

at::Tensor PairTask::loss(const Network& network, std::span<const std::size_t> rows,
                          double total_weight) const {
  const std::size_t labels = rows_.labels.size();
  at::Tensor target = at::empty(
      {static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(labels)}, at::kFloat);
  float* place = target.data_ptr<float>();
  const double even = label_smoothing_ / static_cast<double>(labels);
  for (const std::size_t row : rows) {
    const double share = static_cast<double>(rows_.weights[row]) / total_weight;
    for (const float probability : rows_.target(row)) {
      const double smooth = static_cast<double>(probability) * (1 - label_smoothing_) + even;
      *place++ = static_cast<float>(smooth * share);
    }
  }
  const at::Tensor logits = network.classify(PackedRows(rows_.tokens, rows));
  return -(at::log_softmax(logits, 1) * target).sum();
}

Evaluation PairTask::evaluate(EncoderParameters& parameters, int threads) const {
  Evaluation evaluation;
  double sum = 0;
  std::size_t groups = 0;
  for (const NamedPairs& set : evaluations_) {
    const PairRows& rows = set.rows;
    const auto logits = classify_rows(parameters, rows.tokens, rows.labels.size(), threads);
    const Judged judged = judge(rows, logits);
    for (const Tally& tally : judged.of_source) {
      sum += tally.accuracy();
      ++groups;
    }
    evaluation.report[set.name] = report_of(rows, judged);
    evaluation.summary +=
        fmt::format("{}{} accuracy {:.4f} loss {:.4f}", evaluation.summary.empty() ? "" : "; ",
                    set.name, judged.all.accuracy(), judged.loss);
    if (rows.sources.names.size() > 1) {
      for (std::size_t i = 0; i < rows.sources.names.size(); ++i) {
        evaluation.summary +=
            fmt::format(", {} {:.3f}", rows.sources.names[i], judged.of_source[i].accuracy());
      }
    }
  }
  evaluation.score = sum / static_cast<double>(std::max<std::size_t>(1, groups));
  return evaluation;
}

}  // namespace

std::vector<float> classify_rows(EncoderParameters& parameters, const TokenRows& rows,
                                 std::size_t labels, int threads) {
  constexpr std::size_t kTogether = 32;
  std::vector<float> logits(rows.size() * labels);
  for_evaluation_rows(rows.size(), kTogether, threads, [&](std::span<const std::size_t> chosen) {
    const at::Tensor result = Network(parameters).classify(PackedRows(rows, chosen));
    std::copy_n(result.data_ptr<float>(), chosen.size() * labels,
                logits.data() + chosen.front() * labels);
  });
  return logits;
}

std::shared_ptr<const EncoderTask> make_pair_task(PairRows rows,
                                                  std::vector<NamedPairs> evaluations,
                                                  PairTaskOptions options) {
  return std::make_shared<PairTask>(std::move(rows), std::move(evaluations), std::move(options));
}

}  // namespace assay::train
