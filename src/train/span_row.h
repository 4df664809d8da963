#pragma once
// One row of question answering, parsed and laid out in windows.

#include <optional>
#include <string>
#include <vector>

#include "train/jsonl_file.h"
#include "train/span_rows.h"

namespace assay::train {

struct SpanRow {
  std::string context;
  std::string question;
  std::string answer;     // empty: none
  std::size_t begin = 0;  // of the answer, in bytes
  float weight = 1;
  std::string source;
};

// A window as a sequence, with the answer's tokens in it (0 and 0 when it is not whole in there).
struct LaidWindow {
  Encoding tokens;
  std::size_t context_begin = 0;
  std::size_t context_end = 0;
  std::int32_t first = 0;
  std::int32_t last = 0;
};

Result<SpanRow> parse_span_row(const JsonlLine& line, const std::string& file,
                               const std::string& default_source);

Result<std::vector<LaidWindow>> lay_windows(const SpanRow& row, const Tokenizer& tokenizer,
                                            const SpanReading& reading);

}  // namespace assay::train
