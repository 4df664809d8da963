// Any bytes as scores, in every format and joined with themselves: a table whose columns are all as
// long as it has items, or an error.

#include <cstdlib>

#include "assay/labels.h"
#include "assay/score_table.h"
#include "memory_file.h"

namespace {

void check_table(const assay::evaluate::ScoreTable& table) {
  for (const auto& column : table.scores) {
    if (column.values.size() != table.size()) std::abort();
  }
  for (const auto& column : table.texts) {
    if (column.values.size() != table.size()) std::abort();
  }
  const auto labels = assay::evaluate::read_labels(table, "label", {});
  if (labels && labels->size() != table.size()) std::abort();
  const auto ratings = assay::evaluate::read_ratings(table, "label");
  if (ratings && ratings->size() != table.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const assay::MemoryFile file(data, size);
  for (const auto format :
       {assay::InputFormat::kJsonl, assay::InputFormat::kCsv, assay::InputFormat::kTsv}) {
    assay::evaluate::ScoreSource source;
    source.inputs = {file.path()};
    source.format = format;
    source.texts = {{"label", /*required=*/false}};
    source.empty = assay::evaluate::EmptyScores::kNoScore;
    source.max_row_bytes = 4096;
    for (const bool named : {false, true}) {
      if (named) source.scores = {"s"};
      if (const auto table = assay::evaluate::read_scores(source)) check_table(*table);
      source.records = file.path();
      if (const auto table = assay::evaluate::read_scores(source)) check_table(*table);
      source.records.clear();
    }
  }
  return 0;
}
