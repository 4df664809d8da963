#pragma once
// Chooses the next token of one continuation, greedily or by sampling, under the rules of the
// options: no repeated n-grams, a grammar.

#include <memory>
#include <random>
#include <span>
#include <vector>

#include "assay/generate.h"
#include "llm/vocabulary.h"

namespace assay::llm {

struct Choice {
  TokenId token = 0;
  double log_probability = 0;  // as the model has it, whatever the rules and the temperature
};

class TokenChooser {
 public:
  // `prefix`: what no_repeat_ngram looks at besides the chosen tokens. `sample`: which of several
  // samples of one prompt this is. kInvalidOption when the grammar is not one.
  static Result<TokenChooser> make(const Vocabulary& vocabulary, const GenerationOptions& options,
                                   std::vector<TokenId> prefix, int sample);

  Result<Choice> choose(std::span<const float> logits);

 private:
  struct SamplerDeleter {
    void operator()(llama_sampler* sampler) const { llama_sampler_free(sampler); }
  };

  TokenChooser(const GenerationOptions& options, std::vector<TokenId> prefix, int sample);
  // Of the tokens that the rules allow; -infinity for the others. False: none is left.
  bool apply_rules(std::vector<float>& logits) const;
  TokenId draw(std::span<const float> logits);

  GenerationOptions options_;
  std::vector<TokenId> tokens_;
  std::mt19937_64 random_;
  std::unique_ptr<llama_sampler, SamplerDeleter> grammar_;  // none: nullptr
};

}  // namespace assay::llm
