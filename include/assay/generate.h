#pragma once
// Generation by language models, in process: causal and encoder-decoder (T5) models in GGUF files.
//
//   auto generator = Generator::load("smollm2.gguf");
//   GenerationOptions options;
//   options.beams = 4;
//   auto results = (*generator)->generate({{"The capital of France is"}}, options);
//   // (*results)[0]: what became of the first prompt; [0]->at(0).text: its best continuation
//
// A prompt is a text, tokenised with the special tokens that the model wants around it, or token
// ids, taken as they are. Every prompt has a result of its own: one that is too long for the model
// fails alone. The outer Result fails for options that make no sense and when the caller
// interrupts.
//
// Greedy and beam search give what `generate` of Hugging Face transformers gives for the same
// options. Of equal scores the beam that was better before wins, then the smaller token id.
//
// Same bytes: what is generated for a prompt does not depend on the prompts beside it, on the
// number of threads or on `parallel`.
//
// Thread-safety: const methods may be called from many threads.
// Cost: see docs/performance.md; memory is the file's size and the caches of `parallel` prompts.
// Failure: a file that is no GGUF model is kCorrupt, one whose architecture this build does not
// know or a processor without AVX2, FMA, F16C and BMI2 is kUnsupported.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay {

using TokenId = std::int32_t;

struct GeneratorOptions {
  int threads = 0;   // 0: all cores
  int parallel = 0;  // prompts computed at the same time; 0: as many as threads
  // Most tokens of prompt and continuation together (of T5: of the prompt, and of the
  // continuation); 0: what the model was trained with, at most 4096.
  int context = 0;
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
  int max_tokens = 256;         // most tokens of a continuation, its end token included
  int beams = 1;                // 1: greedy
  int returned = 1;             // continuations returned for a prompt; at most `beams`
  double length_penalty = 1.0;  // beams: score = log-probability / tokens ^ length_penalty
  EarlyStopping early_stopping = EarlyStopping::kNo;
  // No sequence of that many tokens twice; 0: no such rule. The prompt of a causal model counts.
  int no_repeat_ngram = 0;
};

enum class StopReason {
  kEnd,     // the model ended it
  kLength,  // max_tokens were reached
};

struct Continuation {
  std::string text;             // without special tokens
  std::vector<TokenId> tokens;  // without the token that ended it
  double log_probability = 0;   // of all its tokens, the end token included
  double score = 0;             // by which beams are ranked
  StopReason stop = StopReason::kEnd;
};

// Best first.
using Continuations = std::vector<Continuation>;

class Generator {
 public:
  static Result<std::unique_ptr<Generator>> load(const std::filesystem::path& file,
                                                 const GeneratorOptions& options = {});
  virtual ~Generator() = default;

  virtual Result<std::vector<Result<Continuations>>> generate(
      std::span<const Prompt> prompts, const GenerationOptions& options = {}) const = 0;

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
