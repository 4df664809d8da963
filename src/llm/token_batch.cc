#include "llm/token_batch.h"

namespace assay::llm {

void TokenBatch::clear() {
  tokens_.clear();
  positions_.clear();
  counts_.clear();
  sequences_.clear();
  logits_.clear();
}

std::size_t TokenBatch::add(TokenId token, std::size_t position, std::span<llama_seq_id> sequences,
                            bool logits) {
  tokens_.push_back(token);
  positions_.push_back(static_cast<llama_pos>(position));
  counts_.push_back(static_cast<std::int32_t>(sequences.size()));
  sequences_.push_back(sequences.data());
  logits_.push_back(logits ? 1 : 0);
  return tokens_.size() - 1;
}

llama_batch TokenBatch::view() {
  llama_batch batch{};
  batch.n_tokens = static_cast<std::int32_t>(tokens_.size());
  batch.token = tokens_.data();
  batch.pos = positions_.data();
  batch.n_seq_id = counts_.data();
  batch.seq_id = sequences_.data();
  batch.logits = logits_.data();
  return batch;
}

}  // namespace assay::llm
