#pragma once
// The options that say which scores and labels are read, shared by `assay evaluate` and
// `assay calibrate`.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/classify.h"
#include "assay/estimate.h"
#include "assay/labels.h"
#include "assay/score_table.h"
#include "cli/exit_code.h"

namespace assay::cli {

struct TableSelection {
  std::vector<std::string> inputs;
  std::vector<std::string> joined;
  std::string records;
  std::string format = "auto";
  std::string quoting = "csv";
  std::vector<std::string> scores;
  std::string bad_scores = "error";
  std::string id = "id";
  std::string label = "label";
  evaluate::LabelWords words;
};

// IN..., --score, --join, --records, --id, --format, --quoting, --bad-scores.
void add_table_options(CLI::App& app, TableSelection& selection);

// Those of them that are about files, for tables without scores.
void add_text_table_options(CLI::App& app, TableSelection& selection);

// --positive, --negative, --ignore.
void add_label_word_options(CLI::App& app, evaluate::LabelWords& words);

// --label, and --positive, --negative, --ignore.
void add_label_options(CLI::App& app, TableSelection& selection);

// The table with the texts of these columns; "" stands for none. Its warnings are printed.
Result<evaluate::ScoreTable> read_table(const TableSelection& selection,
                                        const std::vector<std::string>& texts);

struct LabelledTable {
  evaluate::ScoreTable scores;
  evaluate::Labels labels;
};

// The same with the labels of --label.
Result<LabelledTable> read_labelled_table(const TableSelection& selection,
                                          std::vector<std::string> texts);

// The same of files whose scores, if they have some, do not matter.
Result<evaluate::ScoreTable> read_texts(const TableSelection& selection,
                                        const std::vector<std::string>& texts);

// The files that the options name.
std::vector<std::string> files_of(const TableSelection& selection);

// Prints the error; what is wrong with a file that the options name is kUsage.
ExitCode fail_with_table(const Error& error, const TableSelection& selection);

// --bootstrap, --seed, --confidence and, unless the command has another option of that name,
// --threads.
void add_bootstrap_options(CLI::App& app, evaluate::BootstrapOptions& options,
                           bool with_threads = true);

// --optimize: the name of a criterion.
void add_criterion_option(CLI::App& app, std::string& name);
evaluate::Criterion criterion_of(const std::string& name);

// --missing: "minimum" or a number.
struct MissingSelection {
  std::string text = "minimum";
};
void add_missing_option(CLI::App& app, MissingSelection& selection);
Result<evaluate::Fill> fill_of(const MissingSelection& selection);

}  // namespace assay::cli
