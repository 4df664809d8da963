#pragma once
// A model in a GGUF file as a Generator.

#include <memory>
#include <mutex>
#include <vector>

#include "assay/generate.h"
#include "llm/context_pool.h"
#include "llm/slot_decoder.h"

namespace assay::llm {

class LocalGenerator : public Generator {
 public:
  LocalGenerator(std::unique_ptr<LanguageModel> model, const GeneratorOptions& options);

  Result<std::vector<Result<Continuations>>> generate(
      std::span<const Prompt> prompts, const GenerationOptions& options,
      const OnContinuations& on_made) const override;
  Result<std::vector<Result<std::vector<ContinuationScore>>>> score(
      std::span<const ScoringTask> tasks, const std::string& adapter) const override;
  Result<Prompt> chat_prompt(std::span<const ChatMessage> messages) const override;
  Result<std::vector<TokenId>> tokenize(std::string_view text, bool specials) const override;
  std::string detokenize(std::span<const TokenId> tokens) const override;
  bool has_encoder() const override { return model_->has_encoder; }
  const std::string& fingerprint() const override { return model_->fingerprint; }

 private:
  using Tokens = std::vector<TokenId>;
  using Inputs = std::vector<Result<Tokens>>;

  std::size_t most_of_prompt() const;
  std::size_t most_of_continuation(std::size_t prompt, const GenerationOptions& options) const;
  ContextRoom room_for(const Inputs& inputs, const GenerationOptions& options) const;

  // Each prompt in a context of its own.
  Result<std::vector<Result<Continuations>>> search_each(const Inputs& inputs,
                                                         const GenerationOptions& options,
                                                         llama_adapter_lora* adapter,
                                                         const OnContinuations& on_made) const;
  // All prompts together, in the slots of one context.
  Result<std::vector<Result<Continuations>>> write_together(const Inputs& inputs,
                                                            const GenerationOptions& options,
                                                            llama_adapter_lora* adapter,
                                                            const OnContinuations& on_made) const;
  Result<void> run_jobs(std::vector<DecodingJob>& jobs, std::size_t tokens,
                        llama_adapter_lora* adapter, const OnJobDone& on_done) const;
  Result<std::vector<ContinuationScore>> score_one(const ScoringTask& task, int threads,
                                                   llama_adapter_lora* adapter) const;

  std::unique_ptr<LanguageModel> model_;
  int threads_;
  int parallel_;  // 0: as is best
  std::size_t context_;
  const std::atomic<bool>* interrupt_;
  mutable ContextPool pool_;
  mutable std::mutex slots_mutex_;
  mutable std::unique_ptr<SlotDecoder> slots_;
};

}  // namespace assay::llm
