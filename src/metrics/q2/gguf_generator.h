#pragma once
// Questions by a language model in a GGUF file, as the paper's code asks its T5 for them.
//
// The prompt is "answer: PHRASE  context: RESPONSE". Five beams are searched, no three tokens
// twice, 127 tokens at most, and all five questions are taken, best first; a leading "question:" is
// cut off. A text that is not UTF-8, empty or equal to a better one is no question. Encoder-decoder
// models and causal ones that were trained on this form both work.
//
// Cost: a beam search for each phrase.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "assay/generate.h"
#include "metrics/q2/model_generator.h"

namespace assay::q2 {

class GgufGenerator final : public ModelGenerator {
 public:
  // `adapter`: a LoRA adapter of the model (GGUF); empty: none.
  static Result<std::unique_ptr<QuestionGenerator>> load(const std::filesystem::path& file,
                                                         const ModelOptions& options,
                                                         const std::filesystem::path& adapter = {});
  // `adapter` is the name under which the model holds one; empty: none is used.
  GgufGenerator(std::unique_ptr<const Generator> model, ModelCache* cache,
                const std::string& adapter = {});

  const std::string& name() const override { return name_; }
  const std::string& fingerprint() const override { return fingerprint_; }

 private:
  std::string input_of(const QuestionRequest& request) const override;  // the prompt
  Result<std::vector<Result<Texts>>> write(Open open, ModelStats& stats) const override;

  const std::string name_ = "gguf";
  const GenerationOptions search_;
  std::unique_ptr<const Generator> model_;
  std::string fingerprint_;
};

}  // namespace assay::q2
