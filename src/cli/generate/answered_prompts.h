#pragma once
// The lines of `assay generate`: in the order of the prompts, each as soon as it and those before
// it are known.

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "cli/generate/prompt_source.h"
#include "cli/generate/text_writer.h"
#include "cli/interrupt.h"
#include "cli/terminal/progress_line.h"

namespace assay::cli {

class AnsweredPrompts {
 public:
  AnsweredPrompts(const TextWriter& writer, const InterruptGuard& interrupt);

  // Asks all and prints their lines; where the call ends early, of those that have an answer.
  Result<void> answer(std::vector<PromptItem> items);

  // Standard output takes no more, which has ended the call.
  bool output_failed() const { return output_failed_; }
  std::uint64_t written() const { return progress_.records; }
  std::uint64_t failed() const { return progress_.failed; }

 private:
  struct Answer {
    PromptItem item;
    std::optional<Result<WrittenTexts>> texts;
  };

  void settle(Answer& answer, Result<WrittenTexts> texts);
  void print_ready();
  void print_rest();
  void print_one(Answer& answer);
  void tell_failure(const Error& error);
  void show_progress();

  const TextWriter& writer_;
  const InterruptGuard& interrupt_;
  std::vector<Answer> answers_;    // of this call
  std::vector<double> fractions_;  // of the input, up to the end of each
  std::size_t next_ = 0;           // whose line is the next
  std::size_t settled_ = 0;
  bool output_failed_ = false;
  Progress progress_;
  std::chrono::steady_clock::time_point start_;
  ProgressLine line_;
};

}  // namespace assay::cli
