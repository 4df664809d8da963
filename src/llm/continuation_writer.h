#pragma once
// A continuation that is written token by token, from logits to the text, until something ends it.

#include <optional>
#include <span>
#include <vector>

#include "llm/stop_strings.h"
#include "llm/token_chooser.h"

namespace assay::llm {

class ContinuationWriter {
 public:
  struct Task {
    std::vector<TokenId> prefix;  // what no_repeat_ngram looks at besides
    std::size_t max_tokens = 0;
    int sample = 0;  // which of several samples
  };
  static Result<ContinuationWriter> make(const Vocabulary& vocabulary,
                                         const GenerationOptions& options, Task task);

  // Chooses a token by the logits after what is written.
  Result<void> add(std::span<const float> logits);
  bool done() const { return stop_.has_value(); }
  TokenId last() const { return tokens_.back(); }
  // What was written; to be called when done.
  Continuation finish();

 private:
  ContinuationWriter(const Vocabulary& vocabulary, const GenerationOptions& options,
                     std::size_t max_tokens, TokenChooser chooser);

  const Vocabulary* vocabulary_;
  GenerationOptions options_;
  std::size_t max_tokens_;
  TokenChooser chooser_;
  StopStrings watch_;
  std::vector<TokenId> tokens_;
  double log_probability_ = 0;
  std::optional<StopReason> stop_;
};

}  // namespace assay::llm
