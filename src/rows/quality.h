#pragma once
// How well a model does on labelled rows, read as a user of the model would: through NliModel and
// QaModel, with the windows, the labels and the margin of the model's own config.json.
//
//   auto model = NliModel::load(folder);
//   auto quality = measure_pairs(**model, "dev.jsonl");
//   quality->all.accuracy();
//
// Cost: every row is read and judged once; the texts of the whole file are in memory.
// Failure: the first bad row ends the reading, with file, line and field; a file without rows is
// kInvalidInput.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "assay/model.h"
#include "rows/answer_scores.h"

namespace assay::rows {

// Of some score: over all rows, and over those of each source in the order of the file.
template <typename Score>
struct Quality {
  Score all;
  std::vector<std::pair<std::string, Score>> sources;
};

struct PairScores {
  std::size_t rows = 0;
  std::size_t right = 0;

  double accuracy() const { return static_cast<double>(right) / static_cast<double>(rows); }
};

// Rows of {premise, hypothesis, label} and optionally `source`. Of rows labelled `not_entailment`
// both other labels are right.
Result<Quality<PairScores>> measure_pairs(const NliModel& model, const std::filesystem::path& file);

// Rows as answer_row.h describes them. Where no row is unanswerable, every question is also asked
// of the context half the file away.
Result<Quality<AnswerScores>> measure_answers(const QaModel& model,
                                              const std::filesystem::path& file);

}  // namespace assay::rows
