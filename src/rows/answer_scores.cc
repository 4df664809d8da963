#include "rows/answer_scores.h"

#include <algorithm>

#include "text/answer_text.h"

namespace assay::rows {

double AnswerScores::balance() const {
  if (answerable == 0) return refused;
  if (unanswerable == 0) return f1;
  return (f1 + refused) / 2;
}

AnswerScorer::AnswerScorer(std::span<const GradedAnswer> answers) {
  constexpr auto kStyle = text::AnswerStyle::kSquad;
  for (const GradedAnswer& answer : answers) {
    const auto& [gold, found, source] = answer;
    Judged judged{found.margin, 0, 0, !gold.empty(), source};
    if (judged.answerable) {
      const bool equal =
          text::normalize_answer(found.text, kStyle) == text::normalize_answer(gold, kStyle);
      judged.exact = equal ? 1 : 0;
      judged.f1 = text::answer_f1(found.text, gold, kStyle);
    }
    judged_.push_back(judged);
  }
  std::stable_sort(judged_.begin(), judged_.end(),
                   [](const Judged& a, const Judged& b) { return a.margin > b.margin; });
}

AnswerScores AnswerScorer::scores(double margin, std::uint32_t source) const {
  AnswerScores scores;
  for (const Judged& one : judged_) {
    if (source != kEverySource && one.source != source) continue;
    const bool given = one.margin >= margin;
    if (one.answerable) {
      ++scores.answerable;
      scores.exact += given ? one.exact : 0;
      scores.f1 += given ? one.f1 : 0;
    } else {
      ++scores.unanswerable;
      scores.refused += given ? 0 : 1;
    }
  }
  const auto answerable = static_cast<double>(std::max<std::size_t>(1, scores.answerable));
  scores.exact /= answerable;
  scores.f1 /= answerable;
  scores.refused /= static_cast<double>(std::max<std::size_t>(1, scores.unanswerable));
  return scores;
}

// One pass from the largest margin down: at each margin the answers so far are given.
double AnswerScorer::best_margin() const {
  const AnswerScores all = at(0);
  if (all.answerable == 0 || all.unanswerable == 0) return 0;
  const double gain = 1 / static_cast<double>(all.answerable);
  const double loss = 1 / static_cast<double>(all.unanswerable);
  double balance = 0;
  double best = 0;
  double margin = judged_.front().margin + 1;
  for (std::size_t i = 0; i < judged_.size(); ++i) {
    balance += judged_[i].answerable ? gain * judged_[i].f1 : -loss;
    const bool tied = i + 1 < judged_.size() && judged_[i + 1].margin == judged_[i].margin;
    if (tied || balance <= best) continue;
    best = balance;
    margin = judged_[i].margin;
  }
  return margin;
}

double AnswerScorer::margin_refusing(double share) const {
  std::vector<double> margins;
  for (const Judged& one : judged_) {
    if (!one.answerable) margins.push_back(one.margin);
  }
  const auto allowed = static_cast<std::size_t>((1 - share) * static_cast<double>(margins.size()));
  if (margins.empty() || allowed >= margins.size()) return 0;
  // The `allowed` largest are answered; the next one must not be.
  double margin = judged_.front().margin + 1;
  for (const Judged& one : judged_) {
    if (one.margin <= margins[allowed]) break;
    margin = one.margin;
  }
  return margin;
}

nlohmann::ordered_json to_json(const AnswerScores& scores) {
  nlohmann::ordered_json json;
  if (scores.answerable > 0) {
    json["answerable"] = scores.answerable;
    json["exact"] = scores.exact;
    json["f1"] = scores.f1;
  }
  if (scores.unanswerable > 0) {
    json["unanswerable"] = scores.unanswerable;
    json["refused"] = scores.refused;
  }
  return json;
}

}  // namespace assay::rows
