#include "metrics/q2/round_trip.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "metrics/q2/personal_filter.h"
#include "text/answer_text.h"

namespace assay::q2 {
namespace {

// By candidate, then rank: waves fill the lists in another order.
template <typename Entry>
void sort_by_question(std::vector<Entry>& entries) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.candidate, a.rank) < std::pair(b.candidate, b.rank);
  });
}

bool is_same_answer(std::string_view first, std::string_view second) {
  constexpr auto kStyle = text::AnswerStyle::kQ2;
  return text::normalize_answer(first, kStyle) == text::normalize_answer(second, kStyle);
}

std::string round_trip_detail(const std::string& candidate, const QaAnswer& answer) {
  const std::string found = answer.answer ? "\"" + answer.answer->text + "\"" : "no answer";
  return "expected \"" + candidate + "\", the response gives " + found;
}

}  // namespace

QuestionSelection::QuestionSelection(const nlp::Pipeline& linguistics, const QaModel& qa,
                                     SelectionOptions options, StageClock& clock)
    : linguistics_(linguistics), qa_(qa), options_(options), clock_(clock) {}

Result<void> QuestionSelection::select(std::span<RecordState> states) const {
  const bool all_at_once = options_.per_candidate == QuestionsPerCandidate::kAll;
  std::vector<Attempt> wave;
  for (RecordState& state : states) {
    for (std::size_t candidate = 0; candidate < state.candidates.size(); ++candidate) {
      const std::size_t made = state.questions[candidate].size();
      if (made == 0) {
        state.dropped.push_back(
            {candidate, 0, DroppedQuestion::Reason::kNoQuestion, state.unasked[candidate]});
      }
      const std::size_t tried_now = all_at_once ? made : std::min<std::size_t>(made, 1);
      for (std::size_t rank = 0; rank < tried_now; ++rank)
        wave.push_back({&state, candidate, rank});
    }
  }
  while (!wave.empty()) {
    auto failed = try_wave(wave);
    if (!failed) return tl::unexpected(failed.error());
    wave.clear();
    if (all_at_once) break;
    for (Attempt& attempt : *failed) {
      attempt.rank += 1;
      if (attempt.rank < attempt.state->questions[attempt.candidate].size()) {
        wave.push_back(attempt);
      }
    }
  }
  for (RecordState& state : states) {
    sort_by_question(state.counted);
    sort_by_question(state.dropped);
  }
  return {};
}

Result<std::vector<QuestionSelection::Attempt>> QuestionSelection::try_wave(
    std::span<const Attempt> wave) const {
  std::vector<Attempt> failed;
  std::vector<Attempt> impersonal(wave.begin(), wave.end());
  if (!options_.keep_personal) {
    const auto timing = clock_.time("personal_filter");
    if (auto dropped = drop_personal(impersonal, failed); !dropped) {
      return tl::unexpected(dropped.error());
    }
  }
  const auto timing = clock_.time("round_trip");
  if (auto counted = count_round_trips(impersonal, failed); !counted) {
    return tl::unexpected(counted.error());
  }
  return failed;
}

Result<void> QuestionSelection::drop_personal(std::vector<Attempt>& attempts,
                                              std::vector<Attempt>& failed) const {
  std::vector<std::string_view> questions;
  for (const Attempt& attempt : attempts) questions.push_back(attempt.question());
  const auto reasons = find_personal(linguistics_, questions, options_.threads);
  if (!reasons) return tl::unexpected(reasons.error());
  std::vector<Attempt> kept;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    const Attempt& attempt = attempts[i];
    if (const PersonalReason& reason = (*reasons)[i]) {
      attempt.state->dropped.push_back(
          {attempt.candidate, attempt.rank, DroppedQuestion::Reason::kPersonal, *reason});
      failed.push_back(attempt);
    } else {
      kept.push_back(attempt);
    }
  }
  attempts = std::move(kept);
  return {};
}

Result<void> QuestionSelection::count_round_trips(std::span<const Attempt> attempts,
                                                  std::vector<Attempt>& failed) const {
  std::vector<QuestionContext> inputs;
  for (const Attempt& attempt : attempts) {
    inputs.push_back({attempt.question(), attempt.state->record->response});
  }
  const auto answers = qa_.answer(inputs, options_.decoding);
  if (!answers) return tl::unexpected(answers.error());
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    const Attempt& attempt = attempts[i];
    const QaAnswer& answer = (*answers)[i];
    const std::string& candidate = attempt.state->candidates[attempt.candidate].text;
    attempt.state->truncated |= answer.truncated;
    if (answer.answer && is_same_answer(answer.answer->text, candidate)) {
      CountedQuestion counted;
      counted.candidate = attempt.candidate;
      counted.rank = attempt.rank;
      counted.response_answer = *answer.answer;
      attempt.state->counted.push_back(std::move(counted));
    } else {
      attempt.state->dropped.push_back({attempt.candidate, attempt.rank,
                                        DroppedQuestion::Reason::kRoundTrip,
                                        round_trip_detail(candidate, answer)});
      failed.push_back(attempt);
    }
  }
  return {};
}

}  // namespace assay::q2
