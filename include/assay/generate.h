#pragma once
// Generation by language models, in process: causal and encoder-decoder (T5) models in GGUF files.
//
//   auto generator = Generator::load("smollm2.gguf");
//   GenerationOptions options;
//   options.beams = 4;
//   std::vector<Prompt> prompts = {{.text = "The capital of France is"}};
//   auto results = (*generator)->generate(prompts, options);
//   // (*results)[0]: what became of the first prompt; [0]->at(0).text: its best continuation
//
//   // A model that was trained on conversations is asked in its own form of them:
//   std::vector<ChatMessage> messages = {{"system", "Be brief."}, {"user", "Name a river."}};
//   auto prompt = (*generator)->chat_prompt(messages);
//
//   // How likely given answers are (a blank begins the word that follows a blank):
//   std::vector<ScoringTask> tasks = {{{"Is Paris in France? Answer:"}, {{" yes"}, {" no"}}}};
//   auto scores = (*generator)->score(tasks);  // (*scores)[0]->at(0).log_probability: of " yes"
//
// A prompt is a text, tokenised with the special tokens that the model wants around it, or token
// ids, taken as they are. Every prompt has a result of its own: one that is too long for the model
// fails alone. Logarithms are natural ones. Texts are UTF-8; one that max_tokens or a sample ends
// within a character is not.
//
// Besides that: sampling, stop strings, grammars, LoRA adapters that are switched from call to
// call, the probability of given continuations (`score`), and the model's own form of a
// conversation (`chat_prompt`). Text is never taken for a special token, whatever it spells: what a
// user wrote cannot end a turn.
//
// Greedy and beam search give what `generate` of Hugging Face transformers gives for the same
// options. Of equal scores the beam that was better before wins, then the smaller token id.
//
// Same bytes: what is generated for a prompt does not depend on the prompts beside it, on the
// number of threads or on `parallel`; samples follow from the seed and the prompt. Prompts that
// begin alike are cheaper: what they share is read once for each that is computed at a time. For
// this ggml's tiled product of K-quantised weights is off; GGML_CPU_TILED_MM=1 in the environment
// turns it on, and results then depend on what is computed together.
//
// Thread-safety: const methods may be called from many threads.
// Cost: memory is the file's size and the caches of `parallel` prompts, which grow with `context`.
// Time is that of llama.cpp: reading a prompt is some times faster a token than writing; a beam
// search of n beams costs up to n texts; `score` reads the prompt once. docs/performance.md has
// figures.
// Failure of `load`: kNotFound; a file that is no GGUF model is kCorrupt, one whose architecture
// this build does not know or a processor without AVX2, FMA, F16C and BMI2 is kUnsupported. Of a
// call: kInvalidOption for options that make no sense, named in `field`, and kInterrupted. Of a
// prompt: kInvalidInput (empty, too long for the context, ids that the model does not have).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay {

using TokenId = std::int32_t;

struct GeneratorOptions {
  int threads = 0;  // 0: all cores. Changes the time only
  // Prompts computed at the same time. 0: 8; for beam search and encoder-decoder models, which take
  // a thread each, as many as threads.
  int parallel = 0;
  // Most tokens of prompt and continuation together (of T5: of the prompt, and of the
  // continuation); 0: what the model was trained with, at most 4096.
  int context = 0;
  std::map<std::string, std::filesystem::path> adapters{};  // LoRA adapters (GGUF) by name
  std::map<std::string, double> adapter_scales{};  // what an adapter changes is multiplied by; 1
  // Not owned. Once it is set, calls end with kInterrupted after at most one step.
  const std::atomic<bool>* interrupt = nullptr;
};

struct Prompt {
  std::string text;
  std::vector<TokenId> tokens;  // when not empty, taken in place of `text`
};

// When a beam search may stop although beams could still grow.
enum class EarlyStopping {
  kNo,     // when no open beam can beat the worst finished one if it ended now
  kYes,    // as soon as as many continuations are finished as there are beams
  kNever,  // as kNo, but (for length_penalty > 0) if it went on to the greatest length
};

struct GenerationOptions {
  // Most tokens of a continuation, its end token included; fewer where the context is full. From 1.
  int max_tokens = 256;
  int beams = 1;     // more than 1: beam search; at most 127
  int returned = 1;  // continuations for a prompt: the best of the beams, or 1 to 1000 samples
  // Beams are ranked by log-probability / tokens ^ length_penalty, which is from -50 to 50.
  double length_penalty = 1.0;
  EarlyStopping early_stopping = EarlyStopping::kNo;
  // No sequence of that many tokens twice; 0: no such rule. The prompt of a causal model counts.
  int no_repeat_ngram = 0;
  std::string adapter{};  // one of GeneratorOptions::adapters; empty: none

  // Without beams: the likeliest token at a temperature of 0; else one drawn from the `top_k`
  // likeliest (0: all) that together have the probability `top_p` (above 0, at most 1). Above a
  // temperature of 1 unlikely tokens gain, below it they lose. Stops and grammar: without beams.
  double temperature = 0;
  int top_k = 0;
  double top_p = 1.0;
  std::uint64_t seed = 0;
  std::vector<std::string> stops{};  // a continuation ends before the first of these
  // GBNF with a rule `root`: what a continuation may be. One by which a text can go on in more than
  // 10,000 ways at some place (each alternative is one) is an error, before or when it comes there.
  std::string grammar{};
};

enum class StopReason {
  kEnd,         // the model ended it
  kLength,      // it has max_tokens, or the context is full
  kStopString,  // one of `stops` was written
};

struct Continuation {
  // Without special tokens, as Hugging Face decodes these tokens alone: a word's blank before it
  // belongs to its token, so after "The capital is" a byte-level model (GPT-2, Llama 3, SmolLM2)
  // writes " Paris"; of a SentencePiece model (Llama 2, T5) a blank at the very beginning is left
  // out.
  std::string text;
  std::vector<TokenId> tokens;  // without the end token; with those of a stop string
  double log_probability = 0;   // of all its tokens, the end token included; 0 or less
  double score = 0;             // by which beams are ranked
  StopReason stop = StopReason::kEnd;
};

// Best first.
using Continuations = std::vector<Continuation>;

// Is told what became of a prompt, by its place in the call, as soon as that is known: not in the
// order of the prompts, from any thread, never twice at a time. A call that ends early
// (kInterrupted, say) has told what it had.
using OnContinuations = std::function<void(std::size_t prompt, const Result<Continuations>& made)>;

struct ChatMessage {
  std::string role;  // "system", "user" or "assistant"
  std::string content;
};

// What is asked of `score`: texts or tokens that might follow a prompt. Texts are tokenised apart
// from the prompt, so a word that follows a blank must begin with it.
struct ScoringTask {
  Prompt prompt;
  std::vector<Prompt> continuations;  // at most 127
};

struct ContinuationScore {
  double log_probability = 0;         // of the whole continuation
  std::vector<double> of_each_token;  // given all before it
};

class Generator {
 public:
  static Result<std::unique_ptr<Generator>> load(const std::filesystem::path& file,
                                                 const GeneratorOptions& options = {});
  virtual ~Generator() = default;

  virtual Result<std::vector<Result<Continuations>>> generate(
      std::span<const Prompt> prompts, const GenerationOptions& options = {},
      const OnContinuations& on_made = {}) const = 0;

  // How probable the model finds each continuation of each task.
  virtual Result<std::vector<Result<std::vector<ContinuationScore>>>> score(
      std::span<const ScoringTask> tasks, const std::string& adapter = {}) const = 0;

  // A conversation as a prompt, by the (Jinja) chat template of the model, up to where its answer
  // begins. kUnsupported when the model has none, or one that refuses these turns or drops one.
  virtual Result<Prompt> chat_prompt(std::span<const ChatMessage> messages) const = 0;

  // With `specials`: the tokens that the model wants before and after a text.
  virtual Result<std::vector<TokenId>> tokenize(std::string_view text,
                                                bool specials = true) const = 0;
  // Special tokens are left out.
  virtual std::string detokenize(std::span<const TokenId> tokens) const = 0;

  virtual bool has_encoder() const = 0;
  // Names file, build and everything else that decides what is generated.
  virtual const std::string& fingerprint() const = 0;
};

}  // namespace assay
