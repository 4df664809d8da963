#pragma once
// One row of question answering: {context, question, answer_text, answer_start} with optional
// `source` and `weight`. `answer_start` counts code points; -1 says that the context does not
// answer, and is what a row without it means.

#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "rows/jsonl_file.h"

namespace assay::rows {

struct AnswerRow {
  std::string context;
  std::string question;
  std::string answer;     // without white space at its ends; empty: none
  std::size_t begin = 0;  // of the answer, in bytes
  float weight = 1;
  std::string source;
};

// An error names file, line and field.
Result<AnswerRow> parse_answer_row(const JsonlLine& line, const std::string& file,
                                   const std::string& default_source);

// Questions that cannot be answered, for measuring: every question again, of the context half the
// list away, under the source "<source>, other context". None where the list has such questions
// already, or fewer than two.
std::vector<AnswerRow> of_other_contexts(std::span<const AnswerRow> rows);

}  // namespace assay::rows
