#include "metrics/q2/comparison.h"

#include <deque>
#include <string>
#include <vector>

#include "text/answer_text.h"

namespace assay::q2 {
namespace {

// Answers of nothing but articles and punctuation share no word; NLI decides about them.
constexpr double kF1OfEmptyAnswers = 0;

std::string statement(const std::string& question, const std::string& answer) {
  return question + " " + answer + ".";
}

void apply(const NliScores& scores, Comparison& comparison) {
  comparison.nli = scores;
  switch (scores.label()) {
    case NliScores::Label::kEntailment:
      comparison.kind = Comparison::Kind::kEntailment;
      comparison.score = 1;
      return;
    case NliScores::Label::kContradiction:
      comparison.kind = Comparison::Kind::kContradiction;
      comparison.score = 0;
      return;
    case NliScores::Label::kNeutral:
      comparison.kind = Comparison::Kind::kNeutral;
      comparison.score = comparison.f1;
      return;
  }
}

// Pairs that only the model can decide.
struct Doubts {
  std::deque<std::string> texts;  // a deque keeps what the pairs point to in its place
  std::vector<TextPair> pairs;
  std::vector<std::pair<RecordState*, CountedQuestion*>> questions;

  void add(RecordState& state, CountedQuestion& counted) {
    const std::string& question = state.question(counted.candidate, counted.rank).text;
    const std::string& candidate = state.candidates[counted.candidate].text;
    const std::string& answer = counted.knowledge_answer.answer->text;
    const std::string& premise = texts.emplace_back(statement(question, answer));
    const std::string& hypothesis = texts.emplace_back(statement(question, candidate));
    pairs.push_back({premise, hypothesis});
    questions.emplace_back(&state, &counted);
  }
};

}  // namespace

Result<void> compare_answers(const NliModel& nli, std::span<RecordState> states) {
  Doubts doubts;
  for (RecordState& state : states) {
    for (CountedQuestion& counted : state.counted) {
      const auto& answer = counted.knowledge_answer.answer;
      if (!answer) continue;
      Comparison& comparison = counted.comparison;
      comparison.f1 = text::answer_f1(state.candidates[counted.candidate].text, answer->text,
                                      text::AnswerStyle::kQ2, kF1OfEmptyAnswers);
      if (comparison.f1 == 1) {
        comparison.kind = Comparison::Kind::kExact;
        comparison.score = 1;
      } else if (state.candidates[counted.candidate].is_pronoun) {
        comparison.kind = Comparison::Kind::kPronoun;
        comparison.score = 1;
      } else {
        doubts.add(state, counted);
      }
    }
  }
  const auto scores = nli.judge(doubts.pairs);
  if (!scores) return tl::unexpected(scores.error());
  for (std::size_t i = 0; i < scores->size(); ++i) {
    const auto& [state, counted] = doubts.questions[i];
    apply((*scores)[i], counted->comparison);
    state->truncated |= (*scores)[i].truncated;
  }
  return {};
}

}  // namespace assay::q2
