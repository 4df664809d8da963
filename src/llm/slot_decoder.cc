#include "llm/slot_decoder.h"

#include <algorithm>
#include <utility>

#include "llm/common_prefix.h"

namespace assay::llm {
namespace {

constexpr std::size_t kBatchTokens = 512;

}  // namespace

SlotDecoder::SlotDecoder(const Room& room, std::unique_ptr<ModelContext> context)
    : room_(room), context_(std::move(context)), slots_(room.slots) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    slots_[i].sequence = static_cast<llama_seq_id>(i);
  }
}

Result<std::unique_ptr<SlotDecoder>> SlotDecoder::make(const LanguageModel& model, const Room& room,
                                                       int threads,
                                                       const std::atomic<bool>* interrupt) {
  ModelContext::Shape shape;
  shape.sequences = shape.outputs = room.slots;
  shape.cells = room.tokens;
  shape.shared_cells = false;
  shape.batch = std::max(kBatchTokens, room.slots);
  shape.threads = threads;
  auto context = ModelContext::make(model, shape, interrupt);
  if (!context) return tl::unexpected(context.error());
  return std::unique_ptr<SlotDecoder>(new SlotDecoder(room, std::move(*context)));
}

void SlotDecoder::forget_all() {
  llama_memory_clear(context_->memory(), false);
  for (Slot& slot : slots_) slot = {slot.sequence, nullptr, {}, {}, {}};
}

// The one whose cells serve the prompt best.
SlotDecoder::Slot& SlotDecoder::best_free_slot(std::span<const TokenId> prompt) {
  Slot* best = nullptr;
  std::size_t most = 0;
  for (Slot& slot : slots_) {
    if (slot.job != nullptr) continue;
    const std::size_t common = common_prefix(slot.cached, prompt);
    if (best != nullptr && common <= most) continue;
    best = &slot;
    most = common;
  }
  return *best;
}

void SlotDecoder::assign(Slot& slot, DecodingJob& job) {
  slot.job = &job;
  // At least one token of the prompt has to be read, for its logits.
  std::size_t kept = std::min(common_prefix(slot.cached, job.prompt), job.prompt.size() - 1);
  const auto from = static_cast<llama_pos>(kept);
  if (!llama_memory_seq_rm(context_->memory(), slot.sequence, from, -1)) {
    llama_memory_seq_rm(context_->memory(), slot.sequence, -1, -1);
    kept = 0;
  }
  slot.cached.resize(kept);
}

void SlotDecoder::add(Slot& slot, TokenId token, bool logits) {
  const std::size_t place =
      context_->batch().add(token, slot.cached.size(), std::span(&slot.sequence, 1), logits);
  slot.cached.push_back(token);
  if (logits) slot.row = place;
}

// First a token of each that writes, then of the prompts as many as still fit.
void SlotDecoder::fill_batch() {
  context_->batch().clear();
  for (Slot& slot : slots_) {
    slot.row.reset();
    if (slot.job != nullptr && slot.chosen) add(slot, *slot.chosen, true);
  }
  for (Slot& slot : slots_) {
    if (slot.job == nullptr || slot.chosen) continue;
    const std::vector<TokenId>& prompt = slot.job->prompt;
    while (slot.cached.size() < prompt.size() &&
           context_->batch().size() < context_->batch_limit()) {
      const std::size_t next = slot.cached.size();
      add(slot, prompt[next], next + 1 == prompt.size());
    }
  }
}

void SlotDecoder::take_logits(Slot& slot) {
  ContinuationWriter& writer = slot.job->writer;
  if (auto added = writer.add(context_->logits(*slot.row)); !added) {
    slot.job->failed = added.error();
  } else if (!writer.done()) {
    slot.chosen = writer.last();
    return;
  }
  release(slot);
}

void SlotDecoder::release(Slot& slot) {
  slot.job = nullptr;
  slot.chosen.reset();
}

Result<void> SlotDecoder::run(std::span<DecodingJob> jobs, llama_adapter_lora* adapter,
                              const OnJobDone& on_done) {
  const auto changed = context_->use(adapter);
  if (!changed) return tl::unexpected(changed.error());
  if (*changed) forget_all();
  std::size_t next = 0;
  std::size_t running = 0;
  while (running > 0 || next < jobs.size()) {
    for (; running < slots_.size() && next < jobs.size(); ++next, ++running) {
      assign(best_free_slot(jobs[next].prompt), jobs[next]);
    }
    fill_batch();
    if (auto done = context_->decode(); !done) {
      forget_all();
      return done;
    }
    for (Slot& slot : slots_) {
      if (slot.job == nullptr || !slot.row) continue;
      const DecodingJob* const job = slot.job;
      take_logits(slot);
      if (slot.job != nullptr) continue;
      --running;
      on_done(static_cast<std::size_t>(job - jobs.data()));
    }
  }
  return {};
}

}  // namespace assay::llm
