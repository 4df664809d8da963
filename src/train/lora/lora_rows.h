#pragma once
// Rows for a causal model: {prompt or messages, answer}. A prompt goes through the model's chat
// template, as the user's turn, unless it is taken as it is; behind it stand the answer and the
// token that ends the model's turn. Only these two are learnt.
//
// Answers are tokenised apart from what stands before them, as the model writes them.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "assay/error.h"
#include "llm/language_model.h"
#include "train/row_sources.h"
#include "train/token_rows.h"

namespace assay::train {

struct LoraReading {
  std::size_t max_length = 512;  // of prompt and answer in tokens
  bool raw = false;              // prompts as they are, without the chat template
  int threads = 0;
};

struct LoraRows {
  TokenRows tokens;  // those to be foreseen have the type kAnswerToken (answer_token.h)
  std::vector<float> weights;
  RowSources origins;
  std::size_t too_long = 0;  // rows left out

  std::size_t size() const { return tokens.size(); }
  // Keeps the rows named, in that order.
  void keep(const std::vector<std::size_t>& rows);
};

// Adds the rows of a file. An error names file, line and field of the first bad row.
Result<void> read_lora_rows(const std::filesystem::path& file, const llm::LanguageModel& model,
                            const LoraReading& reading, LoraRows& rows);

}  // namespace assay::train
