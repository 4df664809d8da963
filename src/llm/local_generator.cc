#include <algorithm>
#include <optional>
#include <utility>

#include "assay/generate.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "llm/context_pool.h"
#include "llm/generation_options.h"
#include "llm/search.h"

namespace assay {
namespace llm {
namespace {

constexpr std::size_t kMostContext = 4096;  // unless more is asked for

class LocalGenerator : public Generator {
 public:
  LocalGenerator(std::unique_ptr<LanguageModel> model, const GeneratorOptions& options)
      : model_(std::move(model)),
        threads_(base::resolve_threads(options.threads)),
        parallel_(options.parallel > 0 ? options.parallel : threads_),
        context_(options.context > 0 ? static_cast<std::size_t>(options.context)
                                     : std::min(model_->trained_context, kMostContext)),
        interrupt_(options.interrupt),
        pool_(*model_, static_cast<std::size_t>(parallel_), interrupt_) {}

  Result<std::vector<Result<Continuations>>> generate(
      std::span<const Prompt> prompts, const GenerationOptions& options) const override {
    if (auto good = check(options); !good) return tl::unexpected(good.error());
    std::vector<Result<std::vector<TokenId>>> inputs;
    for (const Prompt& prompt : prompts) inputs.push_back(tokens_of(prompt));
    const ContextRoom room = room_for(inputs, options);
    const int workers = std::min(parallel_, static_cast<int>(prompts.size()));
    const int threads = std::max(1, threads_ / std::max(1, workers));

    std::vector<std::optional<Result<Continuations>>> results(prompts.size());
    base::parallel_for(prompts.size(), workers, [&](std::size_t i) {
      results[i] = inputs[i] ? continuations(*inputs[i], options, room, threads)
                             : tl::unexpected(inputs[i].error());
    });
    std::vector<Result<Continuations>> all;
    for (auto& result : results) {
      if (!*result && result->error().code == ErrorCode::kInterrupted) {
        return tl::unexpected(result->error());
      }
      all.push_back(std::move(*result));
    }
    return all;
  }

  Result<std::vector<TokenId>> tokenize(std::string_view text, bool specials) const override {
    return model_->vocabulary.tokenize(text, specials, false);
  }
  std::string detokenize(std::span<const TokenId> tokens) const override {
    std::vector<TokenId> known;
    for (const TokenId token : tokens) {
      if (model_->vocabulary.has(token)) known.push_back(token);
    }
    return model_->vocabulary.detokenize(known);
  }
  bool has_encoder() const override { return model_->has_encoder; }
  const std::string& fingerprint() const override { return model_->fingerprint; }

 private:
  Result<std::vector<TokenId>> tokens_of(const Prompt& prompt) const {
    std::vector<TokenId> tokens = prompt.tokens;
    if (tokens.empty()) {
      auto made = model_->vocabulary.tokenize(prompt.text, true, true);
      if (!made) return made;
      tokens = std::move(*made);
    }
    if (tokens.empty()) return fail(ErrorCode::kInvalidInput, "the prompt is empty");
    for (const TokenId token : tokens) {
      if (model_->vocabulary.has(token)) continue;
      return fail(ErrorCode::kInvalidInput, "the model has no token " + std::to_string(token));
    }
    // A causal model must have room for a token more.
    const std::size_t limit = model_->has_encoder ? context_ : context_ - 1;
    if (tokens.size() > limit) {
      return fail(ErrorCode::kInvalidInput,
                  "the prompt has " + std::to_string(tokens.size()) + " tokens, but at most " +
                      std::to_string(limit) + " fit",
                  "shorten it or raise `context`");
    }
    return tokens;
  }

  std::size_t most_tokens(std::size_t prompt, const GenerationOptions& options) const {
    const std::size_t left = model_->has_encoder ? context_ : context_ - prompt;
    return std::min(left, static_cast<std::size_t>(options.max_tokens));
  }

  ContextRoom room_for(const std::vector<Result<std::vector<TokenId>>>& inputs,
                       const GenerationOptions& options) const {
    ContextRoom room{static_cast<std::size_t>(options.beams), 1, 1};
    for (const auto& input : inputs) {
      if (!input) continue;
      room.prompt = std::max(room.prompt, input->size());
      room.grown = std::max(room.grown, most_tokens(input->size(), options));
    }
    return room;
  }

  Result<Continuations> continuations(const std::vector<TokenId>& prompt,
                                      const GenerationOptions& options, const ContextRoom& room,
                                      int threads) const {
    if (base::is_set(interrupt_)) return fail(ErrorCode::kInterrupted, "interrupted");
    auto context = pool_.take(room, threads);
    if (!context) return tl::unexpected(context.error());
    auto found = search(**context, *model_, prompt, options, most_tokens(prompt.size(), options));
    pool_.give_back(std::move(*context));
    if (!found) return tl::unexpected(found.error());
    Continuations results;
    for (FinishedBeam& beam : *found) results.push_back(to_continuation(std::move(beam)));
    return results;
  }

  Continuation to_continuation(FinishedBeam beam) const {
    Continuation continuation;
    if (beam.ended) beam.tokens.pop_back();
    continuation.text = model_->vocabulary.detokenize(beam.tokens);
    continuation.tokens = std::move(beam.tokens);
    continuation.log_probability = beam.log_probability;
    continuation.score = beam.score;
    continuation.stop = beam.ended ? StopReason::kEnd : StopReason::kLength;
    return continuation;
  }

  std::unique_ptr<LanguageModel> model_;
  int threads_;
  int parallel_;
  std::size_t context_;
  const std::atomic<bool>* interrupt_;
  mutable ContextPool pool_;
};

}  // namespace
}  // namespace llm

Result<std::unique_ptr<Generator>> Generator::load(const std::filesystem::path& file,
                                                   const GeneratorOptions& options) {
  if (options.threads < 0 || options.parallel < 0 || options.context < 0 || options.context == 1) {
    return fail(ErrorCode::kInvalidOption,
                "`threads` and `parallel` must be 0 or more, `context` 0 or at least 2");
  }
  auto model = llm::load_language_model(file);
  if (!model) return tl::unexpected(model.error());
  return std::make_unique<llm::LocalGenerator>(std::move(*model), options);
}

}  // namespace assay
