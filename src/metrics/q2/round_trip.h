#pragma once
// Steps 3 to 5 of Q²: which of the generated questions count.

#include <span>

#include "assay/error.h"
#include "metrics/q2/window.h"
#include "metrics/stage_clock.h"

namespace assay::q2 {

struct SelectionOptions {
  QuestionsPerCandidate per_candidate = QuestionsPerCandidate::kSingle;
  bool keep_personal = false;
  SpanDecoding decoding = SpanDecoding::kBestValid;
  int threads = 1;
};

// Drops personal questions and those whose answer in the response is not the candidate, and fills
// RecordState::counted and ::dropped. With kSingle questions are tried in waves: the first question
// of every candidate of the window, then the second one of those that none counts for yet, and so
// on; each wave is one call of the parser and one of the model. With kAll there is one wave of all.
class QuestionSelection {
 public:
  // All must outlive the selection.
  QuestionSelection(const nlp::Pipeline& linguistics, const QaModel& qa, SelectionOptions options,
                    StageClock& clock);

  Result<void> select(std::span<RecordState> states) const;

 private:
  struct Attempt {
    RecordState* state = nullptr;
    std::size_t candidate = 0;
    std::size_t rank = 0;
    const std::string& question() const { return state->question(candidate, rank).text; }
  };

  // Attempts that did not lead to a counted question.
  Result<std::vector<Attempt>> try_wave(std::span<const Attempt> wave) const;
  // Both move the attempts that fail to `failed`.
  Result<void> drop_personal(std::vector<Attempt>& attempts, std::vector<Attempt>& failed) const;
  Result<void> count_round_trips(std::span<const Attempt> attempts,
                                 std::vector<Attempt>& failed) const;

  const nlp::Pipeline& linguistics_;
  const QaModel& qa_;
  SelectionOptions options_;
  StageClock& clock_;
};

}  // namespace assay::q2
