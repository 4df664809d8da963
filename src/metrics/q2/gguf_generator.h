#pragma once
// Questions by a language model in a GGUF file, as the paper's code asks its T5 for them.
//
// The prompt is "answer: PHRASE  context: RESPONSE". Five beams are searched, no three tokens
// twice, 127 tokens at most, and all five questions are taken, best first; a leading "question:" is
// cut off. A text that is not UTF-8, empty or equal to a better one is no question. Encoder-decoder
// models and causal ones that were trained on this form both work.
//
// What was asked in the last call or stands in ModelOptions::cache is not asked again.
// Cost: a beam search for each phrase.

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "assay/cache.h"
#include "assay/generate.h"
#include "metrics/q2/question_generator.h"

namespace assay::q2 {

class GgufGenerator final : public QuestionGenerator {
 public:
  static Result<std::unique_ptr<QuestionGenerator>> load(const std::filesystem::path& file,
                                                         const ModelOptions& options);
  // `cache` may be null; it must outlive the generator.
  GgufGenerator(std::unique_ptr<const Generator> model, ModelCache* cache);

  Result<std::vector<Questions>> generate(std::span<const QuestionRequest> requests,
                                          const QuestionOptions& options) const override;
  const std::string& name() const override { return name_; }
  const std::string& fingerprint() const override { return fingerprint_; }
  std::optional<ModelStats> stats() const override;

 private:
  using Texts = std::vector<std::string>;  // the questions of a prompt, best first
  // By prompt; an error is that of a prompt that does not fit.
  using Answers = std::unordered_map<std::string, Result<Texts>>;

  void recall(std::vector<std::string>& open, Answers& answers) const;
  Result<void> write(std::span<const std::string> open, Answers& answers) const;
  void remember(std::span<const std::string> written, const Answers& answers) const;
  CacheKey key_of(const std::string& prompt) const;

  const std::string name_ = "gguf";
  std::unique_ptr<const Generator> model_;
  std::string fingerprint_;
  ModelCache* cache_;
  mutable std::mutex mutex_;  // held while a call is answered
  mutable Answers last_;      // of the last call: another metric of the run asks the same
  mutable ModelStats stats_;
};

}  // namespace assay::q2
