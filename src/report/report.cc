#include "report/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <utility>

#include "base/format.h"
#include "engine/errors.h"
#include "report/formats.h"
#include "report/output_file.h"
#include "report/packed.h"
#include "report/page.h"
#include "report/page_data.h"
#include "text/utf8.h"

namespace assay::report {
namespace {

// File names may hold any bytes; what is printed must be UTF-8.
std::string printable(std::string name) {
  if (!text::find_utf8_flaw(name)) return name;
  for (char& byte : name)
    if (static_cast<unsigned char>(byte) >= 0x80) byte = '?';
  return name;
}

struct Baseline {
  RunTable table;
  std::vector<std::vector<std::string>> details;  // of each item, one a metric; for HTML alone
};

// What is read of the files, for every format.
struct Reading {
  JudgedRun judged;
  ColumnTexts texts;
  DetailBlocks details;
};

ColumnNames column_names(const ReportOptions& options) {
  return {options.label.value_or("label"), options.system.value_or("system")};
}

Result<Baseline> read_baseline(const ReportOptions& options) {
  auto groups = GroupReader::open(options.compare, {});
  if (!groups) return tl::unexpected(groups.error());
  Baseline baseline;
  for (;;) {
    auto group = groups->next();
    if (!group) return tl::unexpected(group.error());
    if (!group->has_value()) break;
    add_group(baseline.table, **group, column_names(options));
    if (options.format != Format::kHtml) continue;
    baseline.details.emplace_back();
    for (const ResultLine& line : (*group)->lines)
      baseline.details.back().push_back(result_detail(line.result));
  }
  finish_table(baseline.table, *groups);
  return baseline;
}

Result<void> read_run(const ReportOptions& options, Baseline* baseline, Reading& reading) {
  auto groups = GroupReader::open(options.results, options.records);
  if (!groups) return tl::unexpected(groups.error());
  std::optional<Matcher> matcher;
  if (baseline != nullptr) matcher.emplace(baseline->table);
  for (;;) {
    auto group = groups->next();
    if (!group) return tl::unexpected(group.error());
    if (!group->has_value()) break;
    JudgedRun& judged = reading.judged;
    add_group(judged.run, **group, column_names(options));
    if (matcher) judged.matches.push_back(matcher->match(judged.run.items.back().id));
    if (options.format != Format::kHtml) continue;
    reading.texts.add(**group);
    const bool matched = matcher && judged.matches.back();
    reading.details.add(**group, matched ? &baseline->details[*judged.matches.back()] : nullptr);
  }
  finish_table(reading.judged.run, *groups);
  return {};
}

Error about(const std::string& file, ErrorCode code, std::string message, std::string hint) {
  Error error = engine::make_error(code, std::move(message), std::move(hint));
  error.file = file;
  return error;
}

Result<void> choose_metrics(const ReportOptions& options, JudgedRun& judged) {
  const auto& metrics = judged.run.metrics;
  if (metrics.empty())
    return tl::unexpected(about(options.results, ErrorCode::kInvalidInput, "holds no results",
                                "give a file that `assay score` wrote"));
  for (std::size_t i = 0; i < metrics.size(); ++i)
    judged.ranges.push_back(range_of(judged.run, i, options.threshold));
  if (options.metric.empty()) {
    for (std::size_t i = 0; i < metrics.size(); ++i) judged.shown.push_back(i);
    return {};
  }
  const auto metric = judged.run.find_metric(options.metric);
  if (!metric)
    return tl::unexpected(about(options.results, ErrorCode::kInvalidOption,
                                fmt::format("no result of the metric `{}`", options.metric),
                                fmt::format("it has results of {}", fmt::join(metrics, ", "))));
  judged.shown.push_back(*metric);
  return {};
}

// A column that was asked for by name must be there.
Result<void> check_columns(const ReportOptions& options, const RunTable& run) {
  const auto missing = [&](const char* option, const std::string& name) {
    return tl::unexpected(about(options.results, ErrorCode::kInvalidOption,
                                fmt::format("no record has `{}`, which {} names", name, option),
                                "the names are those of the fields that records pass through"));
  };
  if (run.items.empty()) return {};
  if (options.label && run.labels.texts().empty()) return missing("--label", *options.label);
  if (options.system && run.systems.texts().empty()) return missing("--system", *options.system);
  return {};
}

Result<void> judge(const ReportOptions& options, JudgedRun& judged) {
  if (auto chosen = choose_metrics(options, judged); !chosen) return chosen;
  if (auto checked = check_columns(options, judged.run); !checked) return checked;
  auto meanings = label_meanings(judged.run.labels.texts(), options.positive, options.ignored);
  if (!meanings) return tl::unexpected(meanings.error());
  judged.meanings = *std::move(meanings);
  judged.facts = read_run_facts(options.results, judged.run.fingerprint);
  return {};
}

std::string summary_text(const JudgedRun& judged) {
  std::string text;
  for (const MetricSummary& summary : judged.run.summaries)
    text += fmt::format("{}: mean {}, measured {} of {}\n", summary.metric,
                        summary.mean ? format_score(*summary.mean) : "none",
                        format_count(summary.n_measured), format_count(summary.n_total));
  return text;
}

std::string html_report(Reading& reading, const ReportOptions& options) {
  const JudgedRun& judged = reading.judged;
  PageParts parts;
  parts.title = "assay: " + std::filesystem::path(options.results).filename().string();
  parts.summary = summary_text(judged);
  parts.meta = base64(gzip(meta_json(judged, options, reading.texts.has_records())));
  parts.columns = base64(gzip(columns_json(judged, reading.texts)));
  parts.details = reading.details.take();
  return page_of(parts);
}

std::string text_of(Reading& reading, const ReportOptions& options, ReportFacts& facts) {
  switch (options.format) {
    case Format::kHtml:
      return html_report(reading, options);
    case Format::kMarkdown:
      return markdown_report(reading.judged, options);
    case Format::kJunit:
      return junit_report(reading.judged, options);
    case Format::kCsv:
      break;
  }
  CsvReport csv = csv_report(reading.judged, options);
  facts.rows = csv.rows;
  return std::move(csv.text);
}

std::vector<std::string> files_read(const ReportOptions& options) {
  std::vector<std::string> files = {options.results, options.compare, options.records.input};
  if (options.results != "-") files.push_back(run_log_of(options.results));
  return files;
}

void add_warnings(const ReportOptions& options, const JudgedRun& judged, ReportFacts& facts) {
  if (!judged.run.is_finished)
    facts.warnings.push_back(
        fmt::format("{} is not finished: it has no summary line", printable(options.results)));
  if (!judged.baseline) return;
  for (const auto& match : judged.matches)
    if (match) return;
  if (!judged.matches.empty())
    facts.warnings.push_back(fmt::format("{} and {} have no record in common",
                                         printable(options.results), printable(options.compare)));
}

}  // namespace

std::optional<Format> format_of_name(const std::string& output) {
  const std::string ending = std::filesystem::path(output).extension().string();
  if (ending == ".html" || ending == ".htm") return Format::kHtml;
  if (ending == ".md" || ending == ".markdown") return Format::kMarkdown;
  if (ending == ".csv") return Format::kCsv;
  if (ending == ".xml") return Format::kJunit;
  return std::nullopt;
}

Result<ReportFacts> write_report(const ReportOptions& options) {
  if (auto good = check_output(options.output, files_read(options)); !good)
    return tl::unexpected(good.error());
  Reading reading;
  std::optional<Baseline> baseline;
  if (!options.compare.empty()) {
    auto read = read_baseline(options);
    if (!read) return tl::unexpected(read.error());
    baseline = *std::move(read);
  }
  if (auto read = read_run(options, baseline ? &*baseline : nullptr, reading); !read)
    return tl::unexpected(read.error());
  if (baseline) reading.judged.baseline = std::move(baseline->table);
  if (auto judged = judge(options, reading.judged); !judged) return tl::unexpected(judged.error());

  ReportOptions shown = options;
  shown.results = printable(options.results == "-" ? "standard input" : options.results);
  for (std::string* name : {&shown.compare, &shown.records.input, &shown.command})
    *name = printable(std::move(*name));
  ReportFacts facts{.records = reading.judged.run.items.size()};
  const std::string text = text_of(reading, shown, facts);
  if (auto written = write_output(options.output, text); !written)
    return tl::unexpected(written.error());
  add_warnings(options, reading.judged, facts);
  return facts;
}

}  // namespace assay::report
