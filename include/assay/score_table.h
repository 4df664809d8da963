#pragma once
// Scores beside what people said of the same items: what every statistic of `assay evaluate` and
// the report read.
//
//   auto table = evaluate::read_scores({.inputs = {"scores.jsonl"}, .texts = {{"label"}}});
//   if (!table) return tl::unexpected(table.error());
//   for (std::size_t i = 0; i < table->size(); ++i) {
//     const Score& score = table->scores[0].values[i];       // a number, or why there is none
//     const std::optional<std::string>& label = table->texts[0].values[i];
//   }
//
// Scores come from result files of `assay score` (docs/formats/result.md) or, for metrics from
// elsewhere, from columns of CSV, TSV or JSON lines. Labels, groups and the like are texts here;
// assay/labels.h makes yes and no, or ratings, of them.
//
// Cost: one pass over each file; the table is held in memory, without units and evidence.
// Failure: what is wrong names file, line and column. Nothing is skipped: one bad row is an error.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/record_reader.h"

namespace assay::evaluate {

// Why an item has no score. The first three are statuses of results.
enum class NoScore {
  kNoClaims,
  kNoEvidence,
  kFailed,
  kAbsent,  // the cell is empty or null, or the result lacks the further score that was asked for
  kNotFinite,  // the cell says NaN or infinity
};

const char* to_string(NoScore reason);

using Score = tl::expected<double, NoScore>;

struct ScoreColumn {
  std::string name;           // "q2", "q2.q2-f1" or the name of a column
  std::vector<Score> values;  // one an item
  // Of a score of this build: half of the most that it can be, above which a response is called
  // grounded where nobody says otherwise. Absent for scores of other programs.
  std::optional<double> usual_threshold = {};
};

struct TextColumn {
  std::string name;
  std::vector<std::optional<std::string>> values;  // absent: the item has none
};

// Where an item stands.
struct Place {
  std::size_t file = 0;    // in ScoreTable::files
  std::uint64_t line = 0;  // 1-based
};

struct ScoreTable {
  std::vector<std::string> files;  // as they were named
  std::vector<std::string> ids;  // one an item, in input order; made from the line for want of one
  std::vector<Place> places;
  std::vector<ScoreColumn> scores;  // in the order in which they were asked for
  std::vector<TextColumn> texts;
  std::vector<std::string> warnings;  // sentences for the terminal

  std::size_t size() const { return ids.size(); }
  const ScoreColumn* find_score(std::string_view name) const;
  const TextColumn* find_text(std::string_view name) const;

  // kInvalidInput at the item: its file, its line and `column`.
  Error error_at(std::size_t item, std::string column, std::string message,
                 std::string hint = {}) const;
};

// A column that is read as text. `file` names, where no column is called so, the input file that
// the item came from (without folder and ending).
struct WantedText {
  std::string name;
  bool required = true;  // false: where no item has it, the column is all absent
};

// What a cell that is empty or says NaN means.
enum class EmptyScores {
  kError,    // reading stops there
  kNoScore,  // the item has no score
};

struct ScoreSource {
  // Result files or files of columns, "-" for standard input; several are read one behind the
  // other.
  std::vector<std::string> inputs = {};
  // More scores of the same items, set beside those of `inputs`. An item is found by its place
  // where all ids agree or one side has none, else by its id. "NAME=FILE" puts "NAME:" before the
  // names of its scores.
  std::vector<std::string> joined = {};
  // A file of records to read the texts from, joined in the same way; empty: the inputs have them.
  std::string records = {};
  InputFormat format = InputFormat::kAuto;  // of files without results; as in RecordSource
  Quoting quoting = Quoting::kCsv;
  // Scores to read. Of results: "q2", or "q2.q2-f1" for one of its scores{}; of other files:
  // columns. Empty: every metric's own score, which only results can tell.
  std::vector<std::string> scores = {};
  // False: a table of texts alone, also of files that no score is named of.
  bool needs_scores = true;
  std::vector<WantedText> texts = {};
  std::string id = "id";  // the column of ids, in files without results
  EmptyScores empty = EmptyScores::kError;
  std::size_t max_row_bytes = std::size_t{64} << 20;
  const std::atomic<bool>* interrupt = nullptr;  // as in RecordSource

  // Adds a required text, once; "" stands for none.
  void want_text(const std::string& name);
};

Result<ScoreTable> read_scores(const ScoreSource& source);

}  // namespace assay::evaluate
