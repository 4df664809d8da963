#pragma once
// A result as a person reads it: every question, both answers, how they were compared, and how the
// score follows from them.

#include <string>
#include <string_view>

#include "assay/record.h"
#include "assay/result_reader.h"
#include "cli/terminal/terminal.h"

namespace assay::cli {

struct ExplainOptions {
  const Record* record = nullptr;  // the scored record, to show its texts; may be missing
  Style style{false};
  std::size_t width = 80;
};

std::string explain_result(const ResultLine& line, const ExplainOptions& options);

// `text` with bytes [begin, end) marked and at most `context` bytes around them.
std::string mark(std::string_view text, std::size_t begin, std::size_t end, std::size_t context,
                 const Style& style);

}  // namespace assay::cli
