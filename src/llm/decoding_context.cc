#include "llm/decoding_context.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "llm/common_prefix.h"

namespace assay::llm {
namespace {

constexpr std::size_t kPromptBatch = 512;  // tokens of a prompt in one call

}  // namespace

DecodingContext::DecodingContext(const LanguageModel& model, const ContextRoom& room)
    : model_(model), room_(room), sequences_(2 * room.hypotheses + 1) {
  std::iota(sequences_.begin(), sequences_.end(), 0);
}

Result<std::unique_ptr<DecodingContext>> DecodingContext::make(const LanguageModel& model,
                                                               const ContextRoom& room, int threads,
                                                               const std::atomic<bool>* interrupt) {
  std::unique_ptr<DecodingContext> made(new DecodingContext(model, room));
  ModelContext::Shape shape;
  shape.sequences = made->sequences_.size();
  shape.cells = (model.has_encoder ? 1 : room.prompt) + room.hypotheses * room.grown;
  // An encoder reads its input in one piece; more than n_ubatch tokens would end the process.
  const std::size_t piece = model.has_encoder ? (room.prompt + 63) / 64 * 64 : kPromptBatch;
  shape.batch = std::max(piece, room.hypotheses);
  shape.outputs = room.hypotheses;
  shape.threads = threads;
  auto context = ModelContext::make(model, shape, interrupt);
  if (!context) return tl::unexpected(context.error());
  made->context_ = std::move(*context);
  return made;
}

std::span<llama_seq_id> DecodingContext::sequence(std::size_t i, bool other) {
  const std::size_t bank = second_bank_ != other ? room_.hypotheses : 0;
  return std::span(sequences_).subspan(bank + i, 1);
}

Result<void> DecodingContext::encode(std::span<const TokenId> prompt) {
  TokenBatch& batch = context_->batch();
  batch.clear();
  for (std::size_t i = 0; i < prompt.size(); ++i) batch.add(prompt[i], i, sequences_, true);
  return context_->encode();
}

// Appends tokens to the first hypothesis; the logits after the last are wanted.
Result<void> DecodingContext::read(std::span<const TokenId> tokens) {
  TokenBatch& batch = context_->batch();
  const std::size_t limit = context_->batch_limit();
  for (std::size_t first = 0; first < tokens.size(); first += limit) {
    const std::size_t last = std::min(first + limit, tokens.size());
    batch.clear();
    for (std::size_t i = first; i < last; ++i) {
      batch.add(tokens[i], length_++, sequence(0), i + 1 == tokens.size());
    }
    if (auto done = context_->decode(); !done) return done;
  }
  return {};
}

// At least one token of the prompt has to be read, for its logits.
std::size_t DecodingContext::keep_common_prefix(std::span<const TokenId> prompt) {
  llama_memory_t memory = context_->memory();
  const llama_seq_id keeper = sequences_.back();
  const std::size_t common = std::min(common_prefix(prompt_, prompt), prompt.size() - 1);
  for (const llama_seq_id id : sequences_) {
    if (id != keeper) llama_memory_seq_rm(memory, id, -1, -1);
  }
  if (common == 0 || !llama_memory_seq_rm(memory, keeper, static_cast<llama_pos>(common), -1)) {
    llama_memory_clear(memory, false);
    return 0;
  }
  llama_memory_seq_cp(memory, keeper, sequence(0).front(), -1, -1);
  return common;
}

Result<std::span<const float>> DecodingContext::start(std::span<const TokenId> prompt,
                                                      llama_adapter_lora* adapter) {
  auto changed = context_->use(adapter);
  if (!changed) return tl::unexpected(changed.error());
  const std::vector<TokenId> before = std::exchange(prompt_, {});
  second_bank_ = false;
  if (model_.has_encoder) {
    llama_memory_clear(context_->memory(), false);
    length_ = 0;
    if (auto done = encode(prompt); !done) return tl::unexpected(done.error());
    prompt = std::span(&model_.decoder_start, 1);
  } else {
    if (!*changed) prompt_ = before;
    length_ = keep_common_prefix(prompt);
    prompt_.clear();
  }
  if (auto done = read(prompt.subspan(length_)); !done) return tl::unexpected(done.error());
  prompt_.assign(prompt.begin(), prompt.end());
  llama_memory_seq_cp(context_->memory(), sequence(0).front(), sequences_.back(), -1, -1);
  return context_->logits(context_->batch().size() - 1);
}

Result<std::vector<std::span<const float>>> DecodingContext::grow(
    std::span<const GrownHypothesis> hypotheses) {
  llama_memory_t memory = context_->memory();
  if (room_.hypotheses > 1) {
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      const llama_seq_id from = sequence(hypotheses[i].parent).front();
      llama_memory_seq_cp(memory, from, sequence(i, true).front(), -1, -1);
    }
    for (std::size_t i = 0; i < room_.hypotheses; ++i) {
      llama_memory_seq_rm(memory, sequence(i).front(), -1, -1);
    }
    second_bank_ = !second_bank_;
  }
  TokenBatch& batch = context_->batch();
  batch.clear();
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    batch.add(hypotheses[i].token, length_, sequence(i), true);
  }
  if (auto done = context_->decode(); !done) return tl::unexpected(done.error());
  ++length_;
  std::vector<std::span<const float>> rows;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) rows.push_back(context_->logits(i));
  return rows;
}

}  // namespace assay::llm
