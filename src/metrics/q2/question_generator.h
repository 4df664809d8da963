#pragma once
// Questions whose answer is a given phrase of a text (metrics.md, Q² step 2).
//
// The rules of rules_generator.h and models stand behind this interface. A new kind of model is a
// class beside gguf_generator.h and a line in load_question_generator.
// Thread-safety: const methods may be called from many threads.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/metric.h"
#include "assay/model.h"
#include "assay/nlp.h"

namespace assay::q2 {

// An informative span of the response: a named entity or a noun chunk.
struct Candidate {
  std::string text;             // as it stands in the response
  std::size_t token_begin = 0;  // its tokens in the parsed response
  std::size_t token_end = 0;
  Span span;
  bool is_entity = false;
  std::string_view label;   // entity type; empty for a noun chunk
  bool is_pronoun = false;  // stands for another name: "they", "that"; never in paper mode
};

struct Question {
  std::string text;
  std::string style;  // "fronted" or "in_place" by the rules, "generated" by a model
};

struct QuestionRequest {
  const nlp::Doc* doc = nullptr;  // the parsed response
  const Candidate* candidate = nullptr;
};

struct QuestionOptions {
  int most = 5;                                             // for each request
  MetricOptions::Style style = MetricOptions::Style::kAny;  // of the rules alone
};

// Different questions, best first; none when no question can be asked. An error says why this
// request alone got none: its text does not fit the model.
using Questions = Result<std::vector<Question>>;

class QuestionGenerator {
 public:
  virtual ~QuestionGenerator() = default;

  // One answer a request, in order; it does not depend on the requests beside it.
  virtual Result<std::vector<Questions>> generate(std::span<const QuestionRequest> requests,
                                                  const QuestionOptions& options) const = 0;

  // The kind of generator: kRules, "gguf", "trained".
  virtual const std::string& name() const = 0;
  // Names the model and all settings that decide what it asks.
  virtual const std::string& fingerprint() const = 0;
  // Absent where no model runs.
  virtual std::optional<ModelStats> stats() const = 0;
};

// `path` is kRules, a GGUF file (gguf_generator.h) or the folder of a model that was trained here
// (trained_generator.h). `adapter` is a LoRA adapter of a GGUF file: with anything else
// kInvalidOption.
Result<std::unique_ptr<QuestionGenerator>> load_question_generator(const std::string& path,
                                                                   const ModelOptions& options,
                                                                   const std::string& adapter = {});

}  // namespace assay::q2
