#include "metrics/q2/gguf_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/hash.h"
#include "base/parse_json.h"
#include "text/utf8.h"

namespace assay::q2 {
namespace {

constexpr char kStyle[] = "generated";
constexpr std::string_view kPrefix = "question:";
constexpr int kBeams = 5;

// As the paper's code calls `generate`, whose limit of 128 counts the token that decoding starts
// with.
GenerationOptions search_options() {
  GenerationOptions options;
  options.beams = kBeams;
  options.returned = kBeams;
  options.no_repeat_ngram = 3;
  options.max_tokens = 127;
  options.early_stopping = EarlyStopping::kYes;
  return options;
}

std::string settings() {
  const GenerationOptions options = search_options();
  return fmt::format("answer-context/beams={}/no_repeat_ngram={}/max_tokens={}/early",
                     options.beams, options.no_repeat_ngram, options.max_tokens);
}

// Two blanks, as the models of this form were trained with.
std::string prompt_of(const QuestionRequest& request) {
  return fmt::format("answer: {}  context: {}", request.candidate->text, *request.doc->text);
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

std::vector<Question> best_of(const std::vector<std::string>& texts, int most) {
  std::vector<Question> questions;
  for (const std::string& text : texts) {
    if (questions.size() < static_cast<std::size_t>(most)) questions.push_back({text, kStyle});
  }
  return questions;
}

// Nothing when a cache that was damaged gives something else.
std::optional<std::vector<std::string>> read_cached(const std::string& value) {
  const auto json = base::parse_json<nlohmann::json>(value);
  if (!json.is_array()) return std::nullopt;
  std::vector<std::string> texts;
  for (const auto& text : json) {
    if (!text.is_string()) return std::nullopt;
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

}  // namespace

Result<std::unique_ptr<QuestionGenerator>> GgufGenerator::load(const std::filesystem::path& file,
                                                               const ModelOptions& options) {
  GeneratorOptions loading;
  loading.threads = options.threads;
  loading.interrupt = options.interrupt;
  auto model = Generator::load(file, loading);
  if (!model) return tl::unexpected(model.error());
  return std::make_unique<GgufGenerator>(std::move(*model), options.cache);
}

GgufGenerator::GgufGenerator(std::unique_ptr<const Generator> model, ModelCache* cache)
    : model_(std::move(model)),
      fingerprint_(model_->fingerprint() + "/" + settings()),
      cache_(cache) {}

Result<std::vector<Questions>> GgufGenerator::generate(std::span<const QuestionRequest> requests,
                                                       const QuestionOptions& options) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> prompts;
  std::vector<std::string> open;  // not answered yet, each once
  Answers answers;
  for (const QuestionRequest& request : requests) {
    const std::string& prompt = prompts.emplace_back(prompt_of(request));
    const auto known = last_.find(prompt);
    const bool is_new =
        answers.emplace(prompt, known == last_.end() ? Texts() : known->second).second;
    if (is_new && known == last_.end()) open.push_back(prompt);
  }
  stats_.inputs += prompts.size();
  stats_.duplicates += prompts.size() - open.size();
  recall(open, answers);
  if (auto written = write(open, answers); !written) return tl::unexpected(written.error());

  std::vector<Questions> all;
  for (const std::string& prompt : prompts) {
    const Result<Texts>& texts = answers.at(prompt);
    if (texts) {
      all.emplace_back(best_of(*texts, options.most));
    } else {
      all.emplace_back(tl::unexpected(texts.error()));
    }
  }
  last_ = std::move(answers);
  return all;
}

// Takes those out of `open` that the cache knows.
void GgufGenerator::recall(std::vector<std::string>& open, Answers& answers) const {
  if (cache_ == nullptr || open.empty()) return;
  std::vector<CacheKey> keys;
  for (const std::string& prompt : open) keys.push_back(key_of(prompt));
  const auto cached = cache_->get(keys);
  std::vector<std::string> unknown;
  for (std::size_t i = 0; i < open.size(); ++i) {
    auto texts = cached[i] ? read_cached(*cached[i]) : std::nullopt;
    if (texts) {
      answers.at(open[i]) = *std::move(texts);
      ++stats_.cached;
    } else {
      unknown.push_back(std::move(open[i]));
    }
  }
  open = std::move(unknown);
}

Result<void> GgufGenerator::write(std::span<const std::string> open, Answers& answers) const {
  if (open.empty()) return {};
  const auto start = std::chrono::steady_clock::now();
  std::vector<Prompt> prompts;
  for (const std::string& prompt : open) prompts.push_back({prompt, {}});
  const auto written = model_->generate(prompts, search_options());
  if (!written) return tl::unexpected(written.error());
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Result<Continuations>& continuations = (*written)[i];
    if (continuations) {
      answers.at(open[i]) = questions_of(*continuations);
      for (const Continuation& one : *continuations) stats_.tokens += one.tokens.size();
      ++stats_.rows;
    } else if (continuations.error().code == ErrorCode::kInvalidInput) {
      answers.at(open[i]) = tl::unexpected(continuations.error());  // it does not fit
    } else {
      return tl::unexpected(continuations.error());
    }
  }
  stats_.padded_tokens = stats_.tokens;
  stats_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  remember(open, answers);
  return {};
}

void GgufGenerator::remember(std::span<const std::string> written, const Answers& answers) const {
  if (cache_ == nullptr) return;
  std::vector<CacheKey> keys;
  std::vector<std::string> values;
  for (const std::string& prompt : written) {
    const Result<Texts>& texts = answers.at(prompt);
    if (!texts) continue;
    keys.push_back(key_of(prompt));
    values.push_back(nlohmann::json(*texts).dump());
  }
  cache_->put(keys, values);
}

CacheKey GgufGenerator::key_of(const std::string& prompt) const {
  base::Hasher128 hasher;
  hasher.add(fingerprint_).add(prompt);
  const base::Hash128 hash = hasher.digest();
  return {hash.high, hash.low};
}

std::optional<ModelStats> GgufGenerator::stats() const {
  const std::lock_guard lock(mutex_);
  return stats_;
}

}  // namespace assay::q2
