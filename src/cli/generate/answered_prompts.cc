#include "cli/generate/answered_prompts.h"

#include <cstdio>
#include <string>
#include <utility>

#include "cli/generate/errors.h"
#include "cli/json_text.h"
#include "cli/terminal/output.h"
#include "cli/terminal/terminal.h"

namespace assay::cli {
namespace {

const char* name_of(StopReason stop) {
  switch (stop) {
    case StopReason::kEnd:
      return "end";
    case StopReason::kLength:
      return "length";
    case StopReason::kStopString:
      break;
  }
  return "stop_string";
}

Json json_of(const WrittenText& text) {
  Json json = {{"text", text.text}, {"stop", name_of(text.stop)}};
  if (text.tokens) json["tokens"] = *text.tokens;
  if (text.log_probability) json["log_probability"] = *text.log_probability;
  if (text.score) json["score"] = *text.score;
  return json;
}

std::string line_of(const PromptItem& item, const WrittenTexts* texts) {
  Json line = {{"id", item.id}};
  if (texts == nullptr) line["error"] = item.error->to_string();
  if (texts != nullptr) line["outputs"] = Json::array();
  for (std::size_t i = 0; texts != nullptr && i < texts->size(); ++i) {
    line["outputs"].push_back(json_of((*texts)[i]));
  }
  // A text that ends within a character has U+FFFD there.
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

AnsweredPrompts::AnsweredPrompts(const TextWriter& writer, const InterruptGuard& interrupt)
    : writer_(writer),
      interrupt_(interrupt),
      start_(std::chrono::steady_clock::now()),
      line_(true, "prompt") {}

Result<void> AnsweredPrompts::answer(std::vector<PromptItem> items) {
  answers_.clear();
  fractions_.clear();
  next_ = settled_ = 0;
  std::vector<rows::Asked> asked;
  std::vector<std::size_t> places;
  for (PromptItem& item : items) {
    if (!item.error) {
      asked.push_back(item.asked);
      places.push_back(answers_.size());
    }
    fractions_.push_back(item.fraction);
    answers_.push_back({std::move(item), {}});
  }
  show_progress();
  for (Answer& answer : answers_) {
    if (answer.item.error) settle(answer, tl::unexpected(*answer.item.error));
  }
  auto done = writer_.write(asked, [this, &places](std::size_t place, Result<WrittenTexts> texts) {
    settle(answers_[places[place]], std::move(texts));
  });
  if (!done) print_rest();
  line_.erase();
  return done;
}

void AnsweredPrompts::settle(Answer& answer, Result<WrittenTexts> texts) {
  answer.texts = std::move(texts);
  ++settled_;
  print_ready();
  show_progress();
}

void AnsweredPrompts::print_ready() {
  const std::size_t before = next_;
  while (next_ < answers_.size() && answers_[next_].texts) print_one(answers_[next_++]);
  if (next_ == before || flush_output()) return;
  output_failed_ = true;
  interrupt_.stop();  // nobody reads what else would be asked
}

// Behind the first that has no answer; others may, when prompts are asked together.
void AnsweredPrompts::print_rest() {
  for (; next_ < answers_.size(); ++next_) {
    if (answers_[next_].texts) print_one(answers_[next_]);
  }
  if (!flush_output()) output_failed_ = true;
}

void AnsweredPrompts::print_one(Answer& answer) {
  const auto& texts = *answer.texts;
  if (!texts) {
    if (!answer.item.error) answer.item.blame(in_words_of_generate(texts.error()));
    tell_failure(*answer.item.error);
  }
  if (is_terminal(stdout)) line_.erase();
  if (!print(line_of(answer.item, texts ? &*texts : nullptr))) return;  // flush_output tells
  ++progress_.records;
}

// The first ten; all are in the output.
void AnsweredPrompts::tell_failure(const Error& error) {
  constexpr std::uint64_t kTold = 10;
  if (++progress_.failed > kTold) return;
  line_.erase();
  print_error(error);
}

void AnsweredPrompts::show_progress() {
  Progress progress = progress_;
  progress.records += settled_ - next_;  // those that wait for one before them
  progress.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (settled_ > 0) progress.fraction = fractions_[settled_ - 1];
  line_.show(progress);
}

}  // namespace assay::cli
