#pragma once
// Questions by rules from the dependency parse and the entity types: no model, no training.
//
// For a candidate the clause that it stands in is found and turned into questions: *fronted* where
// the grammar is plain (question word first, auxiliary before the subject: "When was he born?"),
// and *in place* (the candidate replaced by its question word: "He was born in what year?").
// Clauses say less than whole sentences, so that "I know that she was born in Michigan" asks about
// her and not about me.
//
// Cost: microseconds a question. Deterministic. English only.

#include "metrics/q2/question_generator.h"

namespace assay::q2 {

class RulesGenerator : public QuestionGenerator {
 public:
  explicit RulesGenerator(MetricOptions::Style style) : style_(style) {}

  const std::string& name() const override;
  Result<std::vector<std::vector<Question>>> generate(std::span<const QuestionRequest> requests,
                                                      int most) const override;

 private:
  MetricOptions::Style style_;
};

}  // namespace assay::q2
