#pragma once
// Rows for a generator of questions: {context, question, answer_text, answer_start}, as of question
// answering (rows/answer_row.h), turned round: the context with the answer marked is the source,
// the question what is to be written. Rows without an answer are left out and counted.

#include <filesystem>
#include <vector>

#include "assay/error.h"
#include "assay/tokenizer.h"
#include "train/row_sources.h"
#include "train/token_rows.h"

namespace assay::train {

struct QuestionReading {
  std::size_t max_length = 128;  // of a source in tokens; what is around the answer stays
  std::size_t max_question =
      48;  // of a question in tokens, its end included; longer ones end there
  int threads = 0;
};

struct QuestionRows {
  TokenRows sources;
  TokenRows targets;  // [CLS] question [SEP]
  std::vector<float> weights;
  RowSources origins;
  std::size_t unanswered = 0;  // rows left out

  std::size_t size() const { return sources.size(); }
  // Keeps the rows named, in that order.
  void keep(const std::vector<std::size_t>& rows);
};

// Adds the rows of a file. An error names file, line and field of the first bad row.
Result<void> read_question_rows(const std::filesystem::path& file, const Tokenizer& tokenizer,
                                const QuestionReading& reading, QuestionRows& rows);

}  // namespace assay::train
