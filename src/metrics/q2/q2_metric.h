#pragma once
// `q2` and `q2-f1`: do the knowledge and the response answer the same questions alike?
// docs/metrics/q2.md has the formula and every default.

#include <memory>
#include <string>

#include "assay/metric.h"
#include "metrics/q2/question_generator.h"

namespace assay::q2 {

// What the metric works with; models must outlive it.
struct Collaborators {
  const nlp::Pipeline& linguistics;
  const QaModel& qa;
  const NliModel& nli;
  const QuestionGenerator& generator;
  int threads = 1;
};

// Which of the two scores is the result's `score`; both stand in `scores`.
enum class Variant { kNli, kF1 };

// Candidates that one response may have. Q² reads the response once a question, so that its cost
// grows with the square of the response's length; a response beyond this is refused by name.
inline constexpr std::size_t kMaxCandidates = 1000;

std::unique_ptr<Metric> make_q2(const Collaborators& collaborators, const MetricOptions& options,
                                Variant variant);

}  // namespace assay::q2
