#pragma once
// Questions by a model of `assay train seq2seq` (seq2seq/question_model.h), such as the default
// `qg`: five beams, all five questions, best first. It reads the response with the phrase marked
// where it stands.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "metrics/q2/model_generator.h"
#include "seq2seq/question_model.h"

namespace assay::q2 {

class TrainedGenerator final : public ModelGenerator {
 public:
  static Result<std::unique_ptr<QuestionGenerator>> load(const std::filesystem::path& folder,
                                                         const ModelOptions& options);
  TrainedGenerator(std::unique_ptr<const seq2seq::QuestionModel> model, ModelCache* cache);

  const std::string& name() const override { return name_; }
  const std::string& fingerprint() const override { return fingerprint_; }

 private:
  std::string input_of(const QuestionRequest& request) const override;
  Result<std::vector<Result<Texts>>> write(Open open, ModelStats& stats) const override;

  const std::string name_ = "trained";
  std::unique_ptr<const seq2seq::QuestionModel> model_;
  std::string fingerprint_;
};

}  // namespace assay::q2
