#pragma once
// A question generator whose questions are written by the test; what was not set gets none.

#include <algorithm>
#include <map>
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

  const std::string& name() const override { return name_; }

  Result<std::vector<std::vector<q2::Question>>> generate(
      std::span<const q2::QuestionRequest> requests, int most) const override {
    std::vector<std::vector<q2::Question>> made;
    for (const q2::QuestionRequest& request : requests) {
      auto& questions = made.emplace_back();
      const auto known = questions_.find(request.candidate->text);
      if (known == questions_.end()) continue;
      for (const std::string& text : known->second) {
        if (questions.size() < static_cast<std::size_t>(most)) questions.push_back({text, "fake"});
      }
    }
    return made;
  }

 private:
  std::map<std::string, std::vector<std::string>> questions_;
  std::string name_ = "fake";
};

}  // namespace assay::testing
