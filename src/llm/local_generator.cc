#include "llm/local_generator.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "llm/chat_template.h"
#include "llm/generation_options.h"
#include "llm/prompt_reader.h"
#include "llm/scoring.h"
#include "llm/search.h"

namespace assay {
namespace llm {
namespace {

constexpr std::size_t kMostContext = 4096;  // unless more is asked for
constexpr int kSlots = 8;
constexpr std::size_t kMostContinuations = 127;  // sequences of a context, two each

template <typename T>
using OnEnd = std::function<void(std::size_t i, const Result<T>& result)>;

template <typename T>
bool was_interrupted(const Result<T>& result) {
  return !result && result.error().code == ErrorCode::kInterrupted;
}

// Calls work(i, threads) for all i on a number of workers that share the threads. The results, or
// the error that ended them all.
template <typename T, typename Work>
Result<std::vector<Result<T>>> for_each(std::size_t count, int workers, int threads, Work&& work,
                                        const OnEnd<T>& on_end = {}) {
  workers = std::max(1, std::min(workers, static_cast<int>(count)));
  const int each = std::max(1, threads / workers);
  std::vector<std::optional<Result<T>>> results(count);
  std::mutex telling;
  base::parallel_for(count, workers, [&](std::size_t i) {
    results[i] = work(i, each);
    if (!on_end || was_interrupted(*results[i])) return;
    const std::lock_guard lock(telling);
    on_end(i, *results[i]);
  });
  std::vector<Result<T>> all;
  for (auto& result : results) {
    if (was_interrupted(*result)) return tl::unexpected(result->error());
    all.push_back(std::move(*result));
  }
  return all;
}

// The jobs of each prompt, one a sample, side by side: a prompt has its result when the last of
// them has come to its end.
class SampleJobs {
 public:
  SampleJobs(std::span<const Result<std::vector<TokenId>>> inputs, std::size_t samples,
             const OnContinuations& on_made)
      : samples_(samples), on_made_(on_made), results_(inputs.size()) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i]) {
        prompts_.push_back(i);
      } else {
        settle(i, tl::unexpected(inputs[i].error()));
      }
    }
    open_.assign(prompts_.size(), samples);
  }

  void finish(std::span<DecodingJob> jobs, std::size_t job) {
    const std::size_t place = job / samples_;
    if (--open_[place] > 0) return;
    Result<Continuations> made;
    for (DecodingJob& one : jobs.subspan(place * samples_, samples_)) {
      if (!made) break;
      if (one.failed) {
        made = tl::unexpected(*one.failed);
      } else {
        made->push_back(one.writer.finish());
      }
    }
    settle(prompts_[place], std::move(made));
  }

  std::vector<Result<Continuations>> take_results() { return std::move(results_); }

 private:
  void settle(std::size_t prompt, Result<Continuations> made) {
    results_[prompt] = std::move(made);
    if (on_made_) on_made_(prompt, results_[prompt]);
  }

  std::size_t samples_;
  const OnContinuations& on_made_;
  std::vector<Result<Continuations>> results_;
  std::vector<std::size_t> prompts_;  // those that have jobs
  std::vector<std::size_t> open_;     // how many of their jobs run
};

}  // namespace

LocalGenerator::LocalGenerator(std::unique_ptr<LanguageModel> model,
                               const GeneratorOptions& options)
    : model_(std::move(model)),
      threads_(base::resolve_threads(options.threads)),
      parallel_(options.parallel),
      context_(options.context > 0 ? static_cast<std::size_t>(options.context)
                                   : std::min(model_->trained_context, kMostContext)),
      interrupt_(options.interrupt),
      pool_(*model_, static_cast<std::size_t>(parallel_ > 0 ? parallel_ : threads_), interrupt_) {}

// A causal model must have room for a token more.
std::size_t LocalGenerator::most_of_prompt() const {
  return model_->has_encoder ? context_ : context_ - 1;
}

std::size_t LocalGenerator::most_of_continuation(std::size_t prompt,
                                                 const GenerationOptions& options) const {
  const std::size_t left = model_->has_encoder ? context_ : context_ - prompt;
  return std::min(left, static_cast<std::size_t>(options.max_tokens));
}

Result<std::vector<Result<Continuations>>> LocalGenerator::generate(
    std::span<const Prompt> prompts, const GenerationOptions& options,
    const OnContinuations& on_made) const {
  if (auto good = check(options); !good) return tl::unexpected(good.error());
  const auto adapter = model_->adapter(options.adapter);
  if (!adapter) return tl::unexpected(adapter.error());
  // A grammar is tried once, so that a wrong one is an error of the call.
  if (auto tried = TokenChooser::make(model_->vocabulary, options, {}, 0); !tried) {
    return tl::unexpected(tried.error());
  }
  Inputs inputs;
  for (const Prompt& prompt : prompts) {
    inputs.push_back(read_prompt(model_->vocabulary, prompt, most_of_prompt()));
  }
  const bool each = model_->has_encoder || options.beams > 1;
  return each ? search_each(inputs, options, *adapter, on_made)
              : write_together(inputs, options, *adapter, on_made);
}

ContextRoom LocalGenerator::room_for(const Inputs& inputs, const GenerationOptions& options) const {
  ContextRoom room{static_cast<std::size_t>(options.beams), 1, 1};
  for (const auto& input : inputs) {
    if (!input) continue;
    room.prompt = std::max(room.prompt, input->size());
    room.grown = std::max(room.grown, most_of_continuation(input->size(), options));
  }
  return room;
}

Result<std::vector<Result<Continuations>>> LocalGenerator::search_each(
    const Inputs& inputs, const GenerationOptions& options, llama_adapter_lora* adapter,
    const OnContinuations& on_made) const {
  const ContextRoom room = room_for(inputs, options);
  const auto one = [&](std::size_t i, int threads) -> Result<Continuations> {
    if (!inputs[i]) return tl::unexpected(inputs[i].error());
    if (base::is_set(interrupt_)) return fail(ErrorCode::kInterrupted, "interrupted");
    auto context = pool_.take(room, threads);
    if (!context) return tl::unexpected(context.error());
    const std::size_t most = most_of_continuation(inputs[i]->size(), options);
    auto found = search(**context, *model_, *inputs[i], options, most, adapter);
    pool_.give_back(std::move(*context));
    return found;
  };
  const int workers = parallel_ > 0 ? parallel_ : threads_;
  return for_each<Continuations>(inputs.size(), workers, threads_, one, on_made);
}

Result<void> LocalGenerator::run_jobs(std::vector<DecodingJob>& jobs, std::size_t tokens,
                                      llama_adapter_lora* adapter, const OnJobDone& on_done) const {
  if (jobs.empty()) return {};
  if (base::is_set(interrupt_)) return fail(ErrorCode::kInterrupted, "interrupted");
  const auto wanted = static_cast<std::size_t>(parallel_ > 0 ? parallel_ : kSlots);
  const SlotDecoder::Room room{std::min({wanted, jobs.size(), llama_max_parallel_sequences()}),
                               tokens};
  const std::lock_guard lock(slots_mutex_);
  if (slots_ == nullptr || slots_->room().slots < room.slots || slots_->room().tokens < tokens) {
    slots_.reset();  // before the new one needs the memory
    auto made = SlotDecoder::make(*model_, room, threads_, interrupt_);
    if (!made) return tl::unexpected(made.error());
    slots_ = std::move(*made);
  }
  return slots_->run(jobs, adapter, on_done);
}

Result<std::vector<Result<Continuations>>> LocalGenerator::write_together(
    const Inputs& inputs, const GenerationOptions& options, llama_adapter_lora* adapter,
    const OnContinuations& on_made) const {
  SampleJobs samples(inputs, static_cast<std::size_t>(options.returned), on_made);
  std::vector<DecodingJob> jobs;
  std::size_t tokens = 0;
  for (const auto& input : inputs) {
    if (!input) continue;
    const std::size_t most = most_of_continuation(input->size(), options);
    tokens = std::max(tokens, input->size() + most);
    for (int sample = 0; sample < options.returned; ++sample) {
      auto writer = ContinuationWriter::make(model_->vocabulary, options, {*input, most, sample});
      if (!writer) return tl::unexpected(writer.error());
      jobs.push_back({*input, std::move(*writer), {}});
    }
  }
  auto done = run_jobs(jobs, tokens, adapter, [&](std::size_t job) { samples.finish(jobs, job); });
  if (!done) return tl::unexpected(done.error());
  return samples.take_results();
}

Result<std::vector<ContinuationScore>> LocalGenerator::score_one(
    const ScoringTask& task, int threads, llama_adapter_lora* adapter) const {
  if (task.continuations.empty()) return std::vector<ContinuationScore>();
  if (task.continuations.size() > kMostContinuations) {
    return fail(ErrorCode::kInvalidInput, "more than 127 continuations of one prompt");
  }
  const auto prompt = read_prompt(model_->vocabulary, task.prompt, most_of_prompt());
  if (!prompt) return tl::unexpected(prompt.error());
  const std::size_t left = model_->has_encoder ? context_ : context_ - prompt->size();
  std::vector<Tokens> continuations;
  ContextRoom room{task.continuations.size(), prompt->size(), 1};
  for (const Prompt& text : task.continuations) {
    auto tokens = read_continuation(model_->vocabulary, text, left);
    if (!tokens) return tl::unexpected(tokens.error());
    room.grown = std::max(room.grown, tokens->size());
    continuations.push_back(std::move(*tokens));
  }
  if (base::is_set(interrupt_)) return fail(ErrorCode::kInterrupted, "interrupted");
  auto context = pool_.take(room, threads);
  if (!context) return tl::unexpected(context.error());
  auto scores = score_continuations(**context, *prompt, continuations, adapter);
  pool_.give_back(std::move(*context));
  if (!scores) return tl::unexpected(scores.error());
  std::vector<ContinuationScore> results;
  for (std::vector<double>& one : *scores) {
    double sum = 0;
    for (const double value : one) sum += value;
    results.push_back({sum, std::move(one)});
  }
  return results;
}

Result<std::vector<Result<std::vector<ContinuationScore>>>> LocalGenerator::score(
    std::span<const ScoringTask> tasks, const std::string& adapter) const {
  const auto used = model_->adapter(adapter);
  if (!used) return tl::unexpected(used.error());
  const int workers = parallel_ > 0 ? parallel_ : threads_;
  return for_each<std::vector<ContinuationScore>>(
      tasks.size(), workers, threads_,
      [&](std::size_t i, int threads) { return score_one(tasks[i], threads, *used); });
}

Result<Prompt> LocalGenerator::chat_prompt(std::span<const ChatMessage> messages) const {
  auto tokens = apply_chat_template(*model_, messages, most_of_prompt());
  if (!tokens) return tl::unexpected(tokens.error());
  return Prompt{"", std::move(*tokens)};
}

Result<std::vector<TokenId>> LocalGenerator::tokenize(std::string_view text, bool specials) const {
  return model_->vocabulary.tokenize(text, specials, false);
}

std::string LocalGenerator::detokenize(std::span<const TokenId> tokens) const {
  Tokens known;
  for (const TokenId token : tokens) {
    if (model_->vocabulary.has(token)) known.push_back(token);
  }
  return model_->vocabulary.detokenize(known);
}

}  // namespace llm

Result<std::unique_ptr<Generator>> Generator::load(const std::filesystem::path& file,
                                                   const GeneratorOptions& options) {
  if (options.threads < 0 || options.parallel < 0 || options.context < 0 || options.context == 1) {
    return fail(ErrorCode::kInvalidOption,
                "`threads` and `parallel` must be 0 or more, `context` 0 or at least 2");
  }
  auto model = llm::load_language_model(file, options.adapters);
  if (!model) return tl::unexpected(model.error());
  for (const auto& [name, scale] : options.adapter_scales) {
    if (auto scaled = (*model)->scale_adapter(name, scale); !scaled) {
      return tl::unexpected(scaled.error());
    }
  }
  return std::make_unique<llm::LocalGenerator>(std::move(*model), options);
}

}  // namespace assay
