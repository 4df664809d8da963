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
  Result<std::vector<Questions>> generate(std::span<const QuestionRequest> requests,
                                          const QuestionOptions& options) const override;
  const std::string& name() const override { return name_; }
  const std::string& fingerprint() const override { return name_; }
  std::optional<ModelStats> stats() const override { return std::nullopt; }

 private:
  const std::string name_ = kRules;
};

}  // namespace assay::q2
