#include "metrics/q2/gguf_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace assay::q2 {
namespace {

constexpr std::string_view kPrefix = "question:";
constexpr int kBeams = 5;
constexpr char kAdapter[] = "adapter";  // its name in the model; there is one at most

// As the paper's code calls `generate`, whose limit of 128 counts the token that decoding starts
// with.
GenerationOptions search_options(const std::string& adapter) {
  GenerationOptions options;
  options.adapter = adapter;
  options.beams = kBeams;
  options.returned = kBeams;
  options.no_repeat_ngram = 3;
  options.max_tokens = 127;
  options.early_stopping = EarlyStopping::kYes;
  return options;
}

std::string settings(const GenerationOptions& options) {
  return fmt::format("answer-context/beams={}/no_repeat_ngram={}/max_tokens={}/early",
                     options.beams, options.no_repeat_ngram, options.max_tokens);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\r";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) + 1 - begin);
}

std::string question_of(std::string_view written) {
  written = trimmed(written);
  if (written.starts_with(kPrefix)) written = trimmed(written.substr(kPrefix.size()));
  return std::string(written);
}

std::vector<std::string> questions_of(const Continuations& continuations) {
  std::vector<std::string> questions;
  for (const Continuation& continuation : continuations) {
    std::string question = question_of(continuation.text);
    const bool is_new = std::find(questions.begin(), questions.end(), question) == questions.end();
    if (!question.empty() && is_new && !text::find_utf8_flaw(question))
      questions.push_back(std::move(question));
  }
  return questions;
}

}  // namespace

Result<std::unique_ptr<QuestionGenerator>> GgufGenerator::load(
    const std::filesystem::path& file, const ModelOptions& options,
    const std::filesystem::path& adapter) {
  GeneratorOptions loading;
  if (!adapter.empty()) loading.adapters[kAdapter] = adapter;
  loading.threads = options.threads;
  loading.interrupt = options.interrupt;
  auto model = Generator::load(file, loading);
  if (!model) return tl::unexpected(model.error());
  return std::make_unique<GgufGenerator>(std::move(*model), options.cache,
                                         adapter.empty() ? "" : kAdapter);
}

GgufGenerator::GgufGenerator(std::unique_ptr<const Generator> model, ModelCache* cache,
                             const std::string& adapter)
    : ModelGenerator(cache),
      search_(search_options(adapter)),
      model_(std::move(model)),
      fingerprint_(model_->fingerprint() + "/" + settings(search_)) {}

// Two blanks, as the models of this form were trained with.
std::string GgufGenerator::input_of(const QuestionRequest& request) const {
  return fmt::format("answer: {}  context: {}", request.candidate->text, *request.doc->text);
}

Result<std::vector<Result<GgufGenerator::Texts>>> GgufGenerator::write(Open open,
                                                                       ModelStats& stats) const {
  std::vector<Prompt> prompts;
  for (const QuestionRequest* request : open) prompts.push_back({input_of(*request), {}});
  const auto written = model_->generate(prompts, search_);
  if (!written) return tl::unexpected(written.error());
  std::vector<Result<Texts>> answers;
  for (const Result<Continuations>& continuations : *written) {
    if (continuations) {
      answers.emplace_back(questions_of(*continuations));
      for (const Continuation& one : *continuations) stats.tokens += one.tokens.size();
      ++stats.rows;
    } else if (continuations.error().code == ErrorCode::kInvalidInput) {
      answers.emplace_back(tl::unexpected(continuations.error()));  // it does not fit
    } else {
      return tl::unexpected(continuations.error());
    }
  }
  return answers;
}

}  // namespace assay::q2
