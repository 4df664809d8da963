#pragma once
// The options that choose metrics and what they do, shared by `score` and `plan`.

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "assay/engine.h"

namespace assay::cli {

struct MetricSelection {
  std::vector<std::string> metrics;
  std::string compat = "none";
  std::string questions;  // empty: what `compat` asks for
  std::string question_style = "any";
  std::string generator = "rules";
  MetricOptions options;  // numbers and flags; the words above are set by metric_options_of
};

// --metric and every option of the metrics.
void add_metric_options(CLI::App& app, MetricSelection& selection);

MetricOptions metric_options_of(const MetricSelection& selection);

struct InputSelection {
  std::string input;
  std::string format = "auto";
  std::vector<std::string> fields;  // "response=answer"
};

// The argument IN, and --format and --field, which say how to read it.
void add_input_options(CLI::App& app, InputSelection& selection);
void add_input_format_options(CLI::App& app, InputSelection& selection);

using FieldMap = std::vector<std::pair<std::string, std::string>>;
Result<FieldMap> parse_fields(const std::vector<std::string>& fields);
InputFormat input_format_of(const InputSelection& selection);

}  // namespace assay::cli
