#pragma once
// Questions whose answer is a given phrase of a text (metrics.md, Q² step 2).
//
// The rules of rules_generator.h and, later, neural generators stand behind this interface.
// Thread-safety: generate may be called from many threads.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/metric.h"
#include "assay/nlp.h"

namespace assay::q2 {

// An informative span of the response: a named entity or a noun chunk.
struct Candidate {
  std::string text;             // as it stands in the response
  std::size_t token_begin = 0;  // its tokens in the parsed response
  std::size_t token_end = 0;
  Span span;
  bool is_entity = false;
  std::string_view label;  // entity type; empty for a noun chunk
};

struct Question {
  std::string text;
  std::string style;  // "fronted" or "in_place" for the rules
};

struct QuestionRequest {
  const nlp::Doc* doc = nullptr;  // the parsed response
  const Candidate* candidate = nullptr;
};

class QuestionGenerator {
 public:
  virtual ~QuestionGenerator() = default;
  virtual const std::string& name() const = 0;
  // For each request at most `most` different questions, best first; none when no question can be
  // asked. Deterministic.
  virtual Result<std::vector<std::vector<Question>>> generate(
      std::span<const QuestionRequest> requests, int most) const = 0;
};

// "rules" is the only generator of this build; another name is an error that lists it.
Result<std::unique_ptr<QuestionGenerator>> make_question_generator(const MetricOptions& options);

}  // namespace assay::q2
