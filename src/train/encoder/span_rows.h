#pragma once
// Rows of extractive question answering: {context, question, answer_text, answer_start} with
// optional `source` and `weight`. `answer_start` counts code points; -1 says that the context does
// not answer, and is what a row without both means.
//
// A context that does not fit is read in windows that overlap. Token 0 stands for "no answer".

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/tokenizer.h"
#include "train/row_sources.h"
#include "train/token_rows.h"

namespace assay::train {

struct SpanReading {
  std::size_t max_length = 192;  // of a sequence in tokens
  std::size_t stride = 48;       // tokens of the context that two windows share
  // Most windows kept of one row that do not hold its answer (of an unanswerable row: at least
  // one). Long contexts would else teach little but to refuse.
  std::size_t null_windows = 1;
  std::uint64_t seed = 1;  // draws them
  int threads = 0;
};

// For training: every row is one window.
struct SpanRows {
  TokenRows tokens;
  std::vector<std::int32_t> first;  // tokens of the answer, both inside; 0 and 0: none
  std::vector<std::int32_t> last;
  std::vector<float> weights;
  RowSources sources;
  std::size_t unread = 0;  // rows left out: the tokenizer reads nothing of their answer

  std::size_t size() const { return tokens.size(); }
  void keep(const std::vector<std::size_t>& rows);
};

Result<void> read_spans(const std::filesystem::path& file, const Tokenizer& tokenizer,
                        const SpanReading& reading, SpanRows& rows);

// For evaluation: questions with all windows of their contexts.
struct SpanWindow {
  std::size_t question = 0;
  std::size_t context_begin = 0;  // positions of the context in the sequence
  std::vector<ByteRange> ranges;  // of these positions, in the context
};

struct SpanQuestion {
  std::string context;
  std::string answer;  // empty: the context does not answer
};

struct SpanQuestions {
  std::vector<SpanQuestion> questions;
  RowSources sources;  // of the questions
  TokenRows tokens;    // of the windows
  std::vector<SpanWindow> windows;
};

// Where no row of the file is unanswerable, every question is also asked of the context half the
// file away, under the source "<source>, other context".
Result<void> read_questions(const std::filesystem::path& file, const Tokenizer& tokenizer,
                            const SpanReading& reading, SpanQuestions& questions);

}  // namespace assay::train
