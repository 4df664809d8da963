#pragma once
// Encoders whose judgements are written by the test. What was not set is answered by "neutral" and
// by "no answer". Every call is remembered.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "assay/model.h"

namespace assay::testing {

class FakeNli final : public NliModel {
 public:
  void set(const std::string& premise, const std::string& hypothesis, NliScores scores) {
    scores_[{premise, hypothesis}] = scores;
  }

  const std::vector<std::pair<std::string, std::string>>& asked() const { return asked_; }

  Result<std::vector<NliScores>> judge(std::span<const TextPair> pairs) const override {
    std::vector<NliScores> answers;
    for (const TextPair& pair : pairs) {
      asked_.emplace_back(pair.first, pair.second);
      const auto known = scores_.find(asked_.back());
      answers.push_back(known == scores_.end() ? neutral() : known->second);
    }
    return answers;
  }

  const std::string& fingerprint() const override { return fingerprint_; }
  ModelStats stats() const override { return {}; }

  static NliScores entailment() { return {0.8, 0.1, 0.1, 1, false}; }
  static NliScores neutral() { return {0.1, 0.8, 0.1, 1, false}; }
  static NliScores contradiction() { return {0.1, 0.1, 0.8, 1, false}; }

 private:
  std::map<std::pair<std::string, std::string>, NliScores> scores_;
  mutable std::vector<std::pair<std::string, std::string>> asked_;
  std::string fingerprint_ = "fake-nli";
};

class FakeQa final : public QaModel {
 public:
  struct Question {
    std::string question;
    std::string context;
    friend auto operator<=>(const Question&, const Question&) = default;
  };

  // `answer` must stand in `context`; its first occurrence is the answer's span.
  void set(const std::string& question, const std::string& context, const std::string& answer,
           double margin = 1) {
    QaAnswer known;
    const std::size_t begin = context.find(answer);
    known.answer = QaAnswer::Text{begin, begin + answer.size(), answer};
    known.margin = margin;
    answers_[{question, context}] = known;
  }
  void set(const std::string& question, const std::string& context, QaAnswer answer) {
    answers_[{question, context}] = std::move(answer);
  }

  // The calls, each with its questions.
  const std::vector<std::vector<Question>>& calls() const { return calls_; }
  const std::vector<SpanDecoding>& decodings() const { return decodings_; }

  Result<std::vector<QaAnswer>> answer(std::span<const QuestionContext> inputs,
                                       SpanDecoding decoding) const override {
    decodings_.push_back(decoding);
    calls_.emplace_back();
    std::vector<QaAnswer> answers;
    for (const QuestionContext& input : inputs) {
      calls_.back().push_back({std::string(input.question), std::string(input.context)});
      const auto known = answers_.find(calls_.back().back());
      answers.push_back(known == answers_.end() ? unanswered() : known->second);
    }
    return answers;
  }

  double null_margin() const override { return 0; }
  const std::string& fingerprint() const override { return fingerprint_; }
  ModelStats stats() const override { return {}; }

 private:
  static QaAnswer unanswered() {
    QaAnswer answer;
    answer.margin = -1;
    return answer;
  }

  std::map<Question, QaAnswer> answers_;
  mutable std::vector<std::vector<Question>> calls_;
  mutable std::vector<SpanDecoding> decodings_;
  std::string fingerprint_ = "fake-qa";
};

// Vectors of two numbers that the test gives; (1, 0) for other texts.
class FakeEmbedder final : public Embedder {
 public:
  void set(const std::string& text, float x, float y) { vectors_[text] = {x, y}; }

  const std::vector<std::string>& asked() const { return asked_; }

  Result<std::vector<std::vector<float>>> embed(
      std::span<const std::string_view> texts) const override {
    std::vector<std::vector<float>> vectors;
    for (const std::string_view text : texts) {
      asked_.emplace_back(text);
      const auto known = vectors_.find(asked_.back());
      vectors.push_back(known == vectors_.end() ? std::vector<float>{1, 0} : known->second);
    }
    return vectors;
  }
  std::size_t dimension() const override { return 2; }
  const std::string& fingerprint() const override { return fingerprint_; }
  ModelStats stats() const override { return {}; }

 private:
  std::map<std::string, std::vector<float>> vectors_;
  mutable std::vector<std::string> asked_;
  std::string fingerprint_ = "fake-embedder";
};

}  // namespace assay::testing
