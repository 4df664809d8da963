#include "metrics/q2/knowledge_qa.h"

#include <vector>

namespace assay::q2 {
namespace {

// An answer beats none; among answers, and among none, the higher margin wins.
bool beats(const QaAnswer& challenger, const KnowledgeAnswer& holder) {
  if (challenger.answer.has_value() != holder.answer.has_value()) {
    return challenger.answer.has_value();
  }
  return challenger.margin > holder.margin;
}

KnowledgeAnswer best_answer(std::span<const QaAnswer> readings) {
  KnowledgeAnswer best;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (i == 0 || beats(readings[i], best)) best = {readings[i].answer, i, readings[i].margin};
  }
  return best;
}

}  // namespace

Result<void> ask_knowledge(const QaModel& qa, SpanDecoding decoding,
                           std::span<RecordState> states) {
  std::vector<QuestionContext> inputs;
  for (const RecordState& state : states) {
    for (const CountedQuestion& counted : state.counted) {
      const std::string& question = state.question(counted.candidate, counted.rank).text;
      for (std::size_t i = 0; i < state.knowledge.size(); ++i) {
        inputs.push_back({question, state.knowledge.text(i)});
      }
    }
  }
  const auto answers = qa.answer(inputs, decoding);
  if (!answers) return tl::unexpected(answers.error());

  std::span<const QaAnswer> rest(*answers);
  for (RecordState& state : states) {
    for (CountedQuestion& counted : state.counted) {
      const auto readings = rest.first(state.knowledge.size());
      rest = rest.subspan(readings.size());
      counted.knowledge_answer = best_answer(readings);
      for (const QaAnswer& answer : readings) state.truncated |= answer.truncated;
    }
  }
  return {};
}

}  // namespace assay::q2
