#include "llm/decoding_context.h"

#include <algorithm>
#include <exception>
#include <numeric>
#include <string>

#include "base/interrupt.h"

namespace assay::llm {
namespace {

constexpr std::size_t kPromptBatch = 512;  // tokens of a prompt in one call

std::size_t round_up(std::size_t count, std::size_t unit) {
  return (count + unit - 1) / unit * unit;
}

std::uint32_t to_u32(std::size_t value) {
  return static_cast<std::uint32_t>(value);
}

bool is_interrupted(void* flag) {
  return base::is_set(static_cast<const std::atomic<bool>*>(flag));
}

}  // namespace

DecodingContext::DecodingContext(const LanguageModel& model, const ContextRoom& room)
    : model_(model), room_(room), sequences_(2 * room.hypotheses) {
  std::iota(sequences_.begin(), sequences_.end(), 0);
}

Result<std::unique_ptr<DecodingContext>> DecodingContext::make(const LanguageModel& model,
                                                               const ContextRoom& room, int threads,
                                                               const std::atomic<bool>* interrupt) {
  std::unique_ptr<DecodingContext> made(new DecodingContext(model, room));
  made->interrupt_ = interrupt;
  // An encoder reads its input in one piece; more than n_ubatch tokens would end the process.
  made->batch_limit_ = model.has_encoder ? round_up(std::max(room.prompt, room.hypotheses), 64)
                                         : std::max(kPromptBatch, room.hypotheses);
  const std::size_t in_cache = (model.has_encoder ? 1 : room.prompt) + room.hypotheses * room.grown;

  llama_context_params params = llama_context_default_params();
  params.n_ctx = to_u32(round_up(in_cache, 256));
  params.n_batch = params.n_ubatch = to_u32(made->batch_limit_);
  params.n_seq_max = to_u32(made->sequences_.size());
  params.n_threads = params.n_threads_batch = threads;
  // One cache for all hypotheses, so that they share the prompt. No flash attention, and a cache as
  // exact as the arithmetic: sums then do not depend on the size of a batch or the threads.
  params.kv_unified = true;
  params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
  params.type_k = params.type_v = GGML_TYPE_F32;
  params.swa_full = true;
  params.no_perf = true;
  params.abort_callback = is_interrupted;
  params.abort_callback_data = const_cast<std::atomic<bool>*>(interrupt);
  // Logits are wanted of one token a sequence; an encoder gives out all its tokens.
  if (!model.has_encoder) params.n_outputs_max = params.n_seq_max;
  try {
    (void)take_llama_error();
    made->context_.reset(llama_init_from_model(model.model.get(), params));
  } catch (const std::exception& error) {
    return fail(ErrorCode::kUnsupported, std::string("no context for the model: ") + error.what());
  }
  if (made->context_ == nullptr) {
    return fail(ErrorCode::kUnsupported, "no context for the model: " + take_llama_error(),
                "there may be too little memory: ask for a smaller `context` or fewer beams");
  }
  return made;
}

std::span<llama_seq_id> DecodingContext::sequence(std::size_t i, bool other) {
  const std::size_t bank = second_bank_ != other ? room_.hypotheses : 0;
  return std::span(sequences_).subspan(bank + i, 1);
}

Error DecodingContext::failure(const char* what, int code) const {
  Error error;
  if (base::is_set(interrupt_)) {
    error.code = ErrorCode::kInterrupted;
    error.message = "interrupted";
    return error;
  }
  error.code = ErrorCode::kInternal;
  error.message = std::string(what) + " failed with code " + std::to_string(code);
  if (const std::string why = take_llama_error(); !why.empty()) error.message += ": " + why;
  return error;
}

Result<void> DecodingContext::decode() {
  (void)take_llama_error();
  try {
    if (const int code = llama_decode(context_.get(), batch_.view()); code != 0) {
      return tl::unexpected(failure("decoding", code));
    }
  } catch (const std::exception& error) {
    return fail(ErrorCode::kInternal, std::string("decoding failed: ") + error.what());
  }
  return {};
}

Result<void> DecodingContext::encode(std::span<const TokenId> prompt) {
  batch_.clear();
  for (std::size_t i = 0; i < prompt.size(); ++i) batch_.add(prompt[i], i, sequences_, true);
  (void)take_llama_error();
  try {
    if (const int code = llama_encode(context_.get(), batch_.view()); code != 0) {
      return tl::unexpected(failure("encoding", code));
    }
  } catch (const std::exception& error) {
    return fail(ErrorCode::kInternal, std::string("encoding failed: ") + error.what());
  }
  return {};
}

// Appends tokens to the first hypothesis; the logits after the last are wanted.
Result<void> DecodingContext::read(std::span<const TokenId> tokens) {
  for (std::size_t first = 0; first < tokens.size(); first += batch_limit_) {
    const std::size_t last = std::min(first + batch_limit_, tokens.size());
    batch_.clear();
    for (std::size_t i = first; i < last; ++i) {
      batch_.add(tokens[i], length_++, sequence(0), i + 1 == tokens.size());
    }
    if (auto done = decode(); !done) return done;
  }
  return {};
}

Result<std::span<const float>> DecodingContext::start(std::span<const TokenId> prompt) {
  llama_memory_clear(llama_get_memory(context_.get()), false);
  second_bank_ = false;
  length_ = 0;
  if (model_.has_encoder) {
    if (auto done = encode(prompt); !done) return tl::unexpected(done.error());
    prompt = std::span(&model_.decoder_start, 1);
  }
  if (auto done = read(prompt); !done) return tl::unexpected(done.error());
  return logits(batch_.size() - 1);
}

Result<std::vector<std::span<const float>>> DecodingContext::grow(
    std::span<const GrownHypothesis> hypotheses) {
  llama_memory_t memory = llama_get_memory(context_.get());
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
  batch_.clear();
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    batch_.add(hypotheses[i].token, length_, sequence(i), true);
  }
  if (auto done = decode(); !done) return tl::unexpected(done.error());
  ++length_;
  std::vector<std::span<const float>> rows;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) rows.push_back(logits(i));
  return rows;
}

std::span<const float> DecodingContext::logits(std::size_t place) {
  float* row = llama_get_logits_ith(context_.get(), static_cast<std::int32_t>(place));
  const std::span<float> values(row, model_.vocabulary.size());
  if (model_.logit_scale != 1) {
    for (float& value : values) value *= model_.logit_scale;
  }
  return values;
}

}  // namespace assay::llm
