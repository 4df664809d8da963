#pragma once
// Scoring answers by the rules of SQuAD 2.0, and finding the margin over "no answer" at which
// answering and refusing are in balance.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace assay::rows {

// The best span of a question over all windows of its context.
struct FoundAnswer {
  std::string text;
  double margin = 0;  // logits of the span minus those of "no answer"
};

// With what it is compared.
struct GradedAnswer {
  std::string gold;  // empty: the context does not answer
  FoundAnswer found;
  std::uint32_t source = 0;  // a number of the caller's
};

struct AnswerScores {
  std::size_t answerable = 0;
  double exact = 0;  // over the answerable; refusing one counts 0
  double f1 = 0;
  std::size_t unanswerable = 0;
  double refused = 0;  // share of the unanswerable

  // The mean of f1 and refused; of what there is, when there is only one of them.
  double balance() const;
};

// Scores at one margin, by source and over all.
class AnswerScorer {
 public:
  explicit AnswerScorer(std::span<const GradedAnswer> answers);

  AnswerScores at(double margin) const { return scores(margin, kEverySource); }
  AnswerScores of_source(double margin, std::uint32_t source) const {
    return scores(margin, source);
  }
  // The margin with the largest balance().
  double best_margin() const;
  // The least margin at which at least `share` of the unanswerable are refused.
  double margin_refusing(double share) const;

 private:
  static constexpr std::uint32_t kEverySource = 0xFFFFFFFFU;

  struct Judged {
    double margin;
    double exact;
    double f1;
    bool answerable;
    std::uint32_t source;
  };

  AnswerScores scores(double margin, std::uint32_t source) const;

  std::vector<Judged> judged_;  // by falling margin
};

nlohmann::ordered_json to_json(const AnswerScores& scores);

}  // namespace assay::rows
