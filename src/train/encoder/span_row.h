#pragma once
// A row of question answering laid out in windows.

#include <vector>

#include "rows/answer_row.h"
#include "train/encoder/span_rows.h"

namespace assay::train {

using rows::AnswerRow;

// A window as a sequence, with the answer's tokens in it (0 and 0 when it is not whole in there).
struct LaidWindow {
  Encoding tokens;
  std::size_t context_begin = 0;
  std::size_t context_end = 0;
  std::int32_t first = 0;
  std::int32_t last = 0;
};

// Is any token of the answer in the windows? There is none where the tokenizer drops all of it,
// such as accents that stand alone.
bool reads_answer(const AnswerRow& row, const std::vector<LaidWindow>& windows);

Result<std::vector<LaidWindow>> lay_windows(const AnswerRow& row, const Tokenizer& tokenizer,
                                            const SpanReading& reading);

}  // namespace assay::train
