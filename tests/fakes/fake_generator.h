#pragma once
// A question generator whose questions are written by the test; what was not set gets none, what
// was refused an error.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "metrics/q2/question_generator.h"

namespace assay::testing {

class FakeGenerator final : public q2::QuestionGenerator {
 public:
  void set(const std::string& candidate, std::vector<std::string> questions) {
    questions_[candidate] = std::move(questions);
  }

  void refuse(const std::string& candidate, const std::string& why) { refused_[candidate] = why; }

  const std::string& name() const override { return name_; }
  const std::string& fingerprint() const override { return name_; }
  std::optional<ModelStats> stats() const override { return std::nullopt; }

  Result<std::vector<q2::Questions>> generate(std::span<const q2::QuestionRequest> requests,
                                              const q2::QuestionOptions& options) const override {
    std::vector<q2::Questions> made;
    for (const q2::QuestionRequest& request : requests) {
      auto& questions = made.emplace_back();
      if (const auto why = refused_.find(request.candidate->text); why != refused_.end()) {
        questions = fail(ErrorCode::kInvalidInput, why->second);
        continue;
      }
      const auto known = questions_.find(request.candidate->text);
      if (known == questions_.end()) continue;
      for (const std::string& text : known->second) {
        if (questions->size() < static_cast<std::size_t>(options.most))
          questions->push_back({text, "fake"});
      }
    }
    return made;
  }

 private:
  std::map<std::string, std::vector<std::string>> questions_;
  std::map<std::string, std::string> refused_;
  std::string name_ = "fake";
};

}  // namespace assay::testing
