#pragma once
// The prompts of `assay generate`, some at a time: JSON lines, or plain text.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/line_reader.h"
#include "rows/prompt_row.h"

namespace assay::cli {

struct PromptItem {
  std::string id;  // of the line, else its number
  std::string file;
  std::uint64_t line = 0;  // from 1
  rows::Asked asked;
  std::optional<Error> error;  // names file and line
  double fraction = 0;         // of the input's bytes, up to its end; 0 when unknown

  // Sets the error: of this line, unless it names a file of its own.
  void blame(Error reason);
};

class PromptSource {
 public:
  static Result<PromptSource> open(const std::string& input, bool plain_text,
                                   const std::atomic<bool>* interrupt);

  // Up to `most` prompts; none at the end. Blank lines are passed over.
  Result<std::vector<PromptItem>> next(std::size_t most);

 private:
  PromptSource(std::unique_ptr<engine::LineReader> lines, bool plain_text)
      : lines_(std::move(lines)), plain_text_(plain_text) {}
  PromptItem read(const engine::Line& line) const;
  double fraction_read() const;

  std::unique_ptr<engine::LineReader> lines_;
  bool plain_text_;
};

}  // namespace assay::cli
