#include "train/encoder/span_task.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/span_decoding.h"
#include "rows/answer_scores.h"
#include "train/encoder/row_task.h"
#include "train/evaluation_rows.h"

namespace assay::train {
namespace {

using Json = nlohmann::ordered_json;
using rows::FoundAnswer;

// What one window says; like the engine, the window with the largest margin wins.
FoundAnswer read_window(const SpanQuestions& set, std::size_t index, std::span<const float> start,
                        std::span<const float> end) {
  const SpanWindow& window = set.windows[index];
  const std::size_t begin = window.context_begin;
  const auto decoded = model::decode_best_valid(start, end, begin, begin + window.ranges.size());
  FoundAnswer found{"", decoded.margin};
  if (decoded.span) {
    const std::string& context = set.questions[window.question].context;
    const std::size_t from = window.ranges[decoded.span->first - begin].begin;
    const std::size_t to = window.ranges[decoded.span->last - begin].end;
    found.text = context.substr(from, to - from);
  }
  return found;
}

// The answers of all windows.
std::vector<FoundAnswer> read_windows(EncoderParameters& parameters, const SpanQuestions& set,
                                      int threads) {
  std::vector<FoundAnswer> found(set.windows.size());
  constexpr std::size_t kTogether = 16;
  for_evaluation_rows(found.size(), kTogether, threads, [&](std::span<const std::size_t> chosen) {
    const PackedRows packed(set.tokens, chosen);
    const at::Tensor logits = Network(parameters).mark_spans(packed).t().contiguous();
    const std::span<const float> all(logits.data_ptr<float>(), 2 * packed.token_count());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const auto begin = static_cast<std::size_t>(packed.offsets[i]);
      const auto length = static_cast<std::size_t>(packed.offsets[i + 1]) - begin;
      found[chosen[i]] = read_window(set, chosen[i], all.subspan(begin, length),
                                     all.subspan(packed.token_count() + begin, length));
    }
  });
  return found;
}

std::vector<FoundAnswer> answer_questions(EncoderParameters& parameters, const SpanQuestions& set,
                                          int threads) {
  const auto windows = read_windows(parameters, set, threads);
  std::vector<FoundAnswer> best(set.questions.size());
  std::vector<bool> seen(set.questions.size(), false);
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const std::size_t question = set.windows[i].question;
    if (!seen[question] || windows[i].margin > best[question].margin) best[question] = windows[i];
    seen[question] = true;
  }
  return best;
}

rows::AnswerScorer scorer_of(const SpanQuestions& set, std::vector<FoundAnswer> found) {
  std::vector<rows::GradedAnswer> answers;
  for (std::size_t i = 0; i < found.size(); ++i) {
    answers.push_back({set.questions[i].answer, std::move(found[i]), set.sources.of_row[i]});
  }
  return rows::AnswerScorer(answers);
}

class SpanTask : public RowTask<SpanRows, NamedQuestions> {
 public:
  using RowTask::RowTask;

  std::size_t row_length(std::size_t row) const override { return rows_.tokens.length(row); }
  at::Tensor loss(const Network& network, std::span<const std::size_t> rows,
                  double total_weight) const override;
  Evaluation evaluate(EncoderParameters& parameters, int threads) const override;
};

// The mean of the cross entropies of start and end, each over all tokens of the row.
at::Tensor SpanTask::loss(const Network& network, std::span<const std::size_t> rows,
                          double total_weight) const {
  const PackedRows packed(rows_.tokens, rows);
  const at::Tensor logits = network.mark_spans(packed);
  std::vector<at::Tensor> losses;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t begin = packed.offsets[i];
    const at::Tensor shares =
        at::log_softmax(logits.narrow(0, begin, packed.offsets[i + 1] - begin), 0);
    const double weight = static_cast<double>(rows_.weights[rows[i]]) / (2 * total_weight);
    losses.push_back((shares[rows_.first[rows[i]]][0] + shares[rows_.last[rows[i]]][1]) * -weight);
  }
  return at::stack(losses).sum();
}

Evaluation SpanTask::evaluate(EncoderParameters& parameters, int threads) const {
  Evaluation evaluation;
  for (const NamedQuestions& set : evaluations_) {
    const auto scorer =
        scorer_of(set.questions, answer_questions(parameters, set.questions, threads));
    const double margin = scorer.best_margin();
    const rows::AnswerScores best = scorer.at(margin);
    Json& report = evaluation.report[set.name];
    report = {{"margin", margin}, {"balance", best.balance()}};
    report["at_margin"] = to_json(best);
    report["at_zero"] = to_json(scorer.at(0));
    constexpr double kRefusing = .93;
    report["refusing"] = to_json(scorer.at(scorer.margin_refusing(kRefusing)));
    report["refusing"]["margin"] = scorer.margin_refusing(kRefusing);
    const auto& names = set.questions.sources.names;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      report["sources"][names[i]] = to_json(scorer.of_source(margin, i));
    }
    evaluation.score += best.balance() / static_cast<double>(evaluations_.size());
    evaluation.summary += fmt::format(
        "{}{} exact {:.4f} F1 {:.4f} refused {:.4f} at margin {:.2f}; F1 {:.4f} where {:.0f} % are "
        "refused",
        evaluation.summary.empty() ? "" : "; ", set.name, best.exact, best.f1, best.refused, margin,
        report["refusing"].value("f1", 0.0), 100 * kRefusing);
    if (evaluation.config.empty()) evaluation.config = {{"null_answer_margin", margin}};
  }
  return evaluation;
}

}  // namespace

std::shared_ptr<const EncoderTask> make_span_task(SpanRows rows,
                                                  std::vector<NamedQuestions> evaluations,
                                                  ModelTemplate model) {
  return std::make_shared<SpanTask>(std::move(rows), std::move(evaluations), std::move(model));
}

}  // namespace assay::train
