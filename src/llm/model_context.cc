#include "llm/model_context.h"

#include <algorithm>
#include <exception>
#include <string>

#include "base/interrupt.h"

namespace assay::llm {
namespace {

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

Result<std::unique_ptr<ModelContext>> ModelContext::make(const LanguageModel& model,
                                                         const Shape& shape,
                                                         const std::atomic<bool>* interrupt) {
  const std::size_t cells = round_up(shape.cells, 256);
  llama_context_params params = llama_context_default_params();
  params.n_ctx = to_u32(shape.shared_cells ? cells : cells * shape.sequences);
  params.n_batch = params.n_ubatch = to_u32(shape.batch);
  params.n_seq_max = to_u32(shape.sequences);
  params.n_threads = params.n_threads_batch = shape.threads;
  params.kv_unified = shape.shared_cells;
  // No flash attention, and a cache as exact as the arithmetic: sums then do not depend on the size
  // of a batch or on the threads.
  params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
  params.type_k = params.type_v = GGML_TYPE_F32;
  params.swa_full = true;
  params.no_perf = true;
  params.abort_callback = is_interrupted;
  params.abort_callback_data = const_cast<std::atomic<bool>*>(interrupt);
  // An encoder gives out all its tokens.
  if (!model.has_encoder) params.n_outputs_max = to_u32(std::max(shape.outputs, shape.sequences));

  std::unique_ptr<ModelContext> made(new ModelContext(model, interrupt, shape.batch));
  try {
    (void)take_llama_error();
    made->context_.reset(llama_init_from_model(model.model.get(), params));
  } catch (const std::exception& error) {
    return fail(ErrorCode::kUnsupported, std::string("no context for the model: ") + error.what());
  }
  if (made->context_ == nullptr) {
    return fail(ErrorCode::kUnsupported, "no context for the model: " + take_llama_error(),
                "there may be too little memory: ask for a smaller `context`, fewer beams or a "
                "smaller `parallel`");
  }
  return made;
}

Result<bool> ModelContext::use(llama_adapter_lora* adapter) {
  if (adapter == adapter_) return false;
  float scale = model_.scale_of(adapter);
  const std::size_t count = adapter == nullptr ? 0 : 1;
  if (llama_set_adapters_lora(context_.get(), &adapter, count, &scale) != 0) {
    return fail(ErrorCode::kInternal, "the adapter cannot be used: " + take_llama_error());
  }
  adapter_ = adapter;
  return true;
}

Result<void> ModelContext::compute(const char* what, int (*call)(llama_context*, llama_batch)) {
  std::string why;
  (void)take_llama_error();
  try {
    const int code = call(context_.get(), batch_.view());
    if (code == 0) return {};
    why = "code " + std::to_string(code) + " " + take_llama_error();
  } catch (const std::exception& error) {
    why = error.what();
  }
  if (base::is_set(interrupt_)) return fail(ErrorCode::kInterrupted, "interrupted");
  return fail(ErrorCode::kInternal, std::string(what) + " failed: " + why);
}

std::span<const float> ModelContext::logits(std::size_t place) {
  float* row = llama_get_logits_ith(context_.get(), static_cast<std::int32_t>(place));
  const std::span<float> values(row, model_.vocabulary.size());
  if (model_.logit_scale != 1) {
    for (float& value : values) value *= model_.logit_scale;
  }
  return values;
}

}  // namespace assay::llm
