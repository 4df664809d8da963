#pragma once
// What a finished run looks like on the terminal and as JSON.

#include <span>
#include <string>

#include "assay/engine.h"
#include "cli/json_text.h"
#include "cli/terminal/terminal.h"

namespace assay::cli {

// One line a metric, and one for each score of it that has another name.
std::string summary_table(const RunSummary& summary, const Style& style);

// What --profile adds: the share of each stage, and what each model did.
std::string profile_tables(const RunSummary& summary, std::span<const LoadedModel> models,
                           const Style& style);

// "150 records in 2.4 s (62.5 a second); 100 of them were done before".
std::string speed_line(const RunSummary& summary);

// Results of all metrics with the status `failed`.
std::uint64_t failed_results(const RunSummary& summary);

// Those of them whose record could be read: they failed in scoring.
std::uint64_t failed_in_scoring(const RunSummary& summary);

// Whether a record could not be read or a result is `failed`.
bool has_failures(const RunSummary& summary);

// Schema assay.summary/1, docs/cli.md.
Json summary_json(const RunSummary& summary, std::span<const LoadedModel> models,
                  std::span<const std::string> missed);

}  // namespace assay::cli
