#pragma once
// Tokens on their way into llama.cpp: which token, at which position of which sequences, and
// whether the logits after it are wanted.

#include <cstddef>
#include <span>
#include <vector>

#include "assay/generate.h"
#include "llama.h"

namespace assay::llm {

class TokenBatch {
 public:
  void clear();
  // `sequences` must live as long as the batch is used. Returns the token's place in the batch.
  std::size_t add(TokenId token, std::size_t position, std::span<llama_seq_id> sequences,
                  bool logits);
  std::size_t size() const { return tokens_.size(); }
  // Points into this object.
  llama_batch view();

 private:
  std::vector<llama_token> tokens_;
  std::vector<llama_pos> positions_;
  std::vector<std::int32_t> counts_;
  std::vector<llama_seq_id*> sequences_;
  std::vector<std::int8_t> logits_;
};

}  // namespace assay::llm
