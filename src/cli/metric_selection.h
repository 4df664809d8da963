#pragma once
// The options that choose metrics and how the input is read, shared by the commands.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/engine.h"
#include "assay/record_reader.h"

namespace assay::cli {

struct MetricSelection {
  std::vector<std::string> metrics;
  std::string compat = "none";
  std::string questions;  // empty: what `compat` asks for
  std::string question_style = "any";
  std::string against;  // empty: what the metric is made for
  std::string bleu_tokenizer = "13a";
  std::string bleu_smoothing = "exp";
  std::optional<double> bleu_smooth_value;
  std::string meteor_parameters = "nltk";
  std::optional<std::uint64_t> bertscore_layer;
  MetricOptions options;  // numbers and flags; the words above are set by metric_options_of
};

// "q2|q2-f1|...": the type name of an option whose values are names of metrics, which is what the
// help shows and shell completion offers.
std::string metric_choices();

// --metric and every option of the metrics.
void add_metric_options(CLI::App& app, MetricSelection& selection);

MetricOptions metric_options_of(const MetricSelection& selection);

// Whether `metric` compares the response with the record's reference under these options.
bool reads_reference(const std::string& metric, const MetricSelection& selection);

// What the named metrics are, in the order of their names. Fails for a name that no metric has.
Result<std::vector<MetricInfo>> chosen_metrics(const MetricSelection& selection);

struct InputSelection {
  std::string input;
  std::string format = "auto";
  std::string quoting = "csv";
  std::vector<std::string> fields;  // "response=answer"
};

inline constexpr char kInputHelp[] = "JSONL, CSV or TSV; - for standard input";

// The argument IN, and --format, --quoting and --field, which say how to read it.
void add_input_options(CLI::App& app, InputSelection& selection, const char* help = kInputHelp);
// `format` is the name of the first of these, for commands that have another --format.
void add_input_format_options(CLI::App& app, InputSelection& selection,
                              const std::string& format = "--format");

// What the options name, for open_records. Fails for a --field that cannot be read.
Result<RecordSource> record_source_of(const InputSelection& selection);
// The same, as far as scoring asks for it.
Result<void> set_input(const InputSelection& selection, ScoreOptions& options);

using FieldMap = std::vector<std::pair<std::string, std::string>>;
Result<FieldMap> parse_fields(const std::vector<std::string>& fields);

}  // namespace assay::cli
