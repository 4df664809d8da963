#pragma once
// The state of a window of records on its way through the steps of Q².

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "metrics/knowledge.h"
#include "metrics/q2/question_generator.h"

namespace assay::q2 {

// What the knowledge answers to a question.
struct KnowledgeAnswer {
  std::optional<QaAnswer::Text> answer;  // in the reading; absent: the knowledge does not answer
  std::size_t reading = 0;               // the reading that answers best (metrics/knowledge.h)
  double margin = 0;
};

// How the candidate and the knowledge's answer compare.
struct Comparison {
  enum class Kind { kNoAnswer, kExact, kPronoun, kEntailment, kContradiction, kNeutral };
  Kind kind = Kind::kNoAnswer;
  double f1 = 0;     // token F1: the score of `q2-f1`, but for kPronoun
  double score = 0;  // the score of `q2`
  std::optional<NliScores> nli;
};

// A question that survived the round trip.
struct CountedQuestion {
  std::size_t candidate = 0;  // index in RecordState::candidates
  std::size_t rank = 0;       // index among the candidate's questions
  QaAnswer::Text response_answer;
  KnowledgeAnswer knowledge_answer;
  Comparison comparison;
};

struct DroppedQuestion {
  std::size_t candidate = 0;
  std::size_t rank = 0;
  enum class Reason { kNoQuestion, kPersonal, kRoundTrip };
  Reason reason = Reason::kRoundTrip;
  std::string detail;
};

// One record that can be scored. `record` must outlive it.
struct RecordState {
  RecordState(const Record& scored, Compat compat) : record(&scored), knowledge(scored, compat) {}

  const Record* record;
  Knowledge knowledge;
  nlp::Doc doc;
  std::vector<Candidate> candidates;
  std::vector<std::vector<Question>> questions;  // of each candidate, best first
  std::map<std::size_t, std::string> unasked;  // candidates that the generator could not take: why
  std::vector<CountedQuestion> counted;        // by candidate, then rank
  std::vector<DroppedQuestion> dropped;        // by candidate, then rank
  bool truncated = false;

  const Question& question(std::size_t candidate, std::size_t rank) const {
    return questions[candidate][rank];
  }
};

}  // namespace assay::q2
