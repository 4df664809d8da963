// `assay report`.

#include "report/report.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/format.h"
#include "cli/command_line/numbers.h"
#include "cli/command_line/option_kinds.h"
#include "cli/commands.h"
#include "cli/metric_selection.h"
#include "cli/result_file.h"
#include "cli/terminal/output.h"
#include "report/shell_words.h"

namespace assay::cli {
namespace {

constexpr char kExamples[] =
    "assay report scores.jsonl --input dialogues.jsonl -o report.html\n"
    "assay report scores.jsonl --compare yesterday.jsonl -o report.html\n"
    "assay report scores.jsonl --metric q2 -o comment.md\n"
    "assay report scores.jsonl --metric q2 --threshold 0.6 --format junit -o junit.xml\n"
    "assay report scores.jsonl --metric q2 --verdict refuted --format csv | tail -n +2 | wc -l";

struct ReportCommand {
  report::ReportOptions options;
  InputSelection input;
  std::string format;
  std::string label;
  std::string system;
  std::string threshold;
  std::string verdict;
  std::string status;
};

template <typename Enum, std::size_t n>
std::optional<Enum> enumerator(const std::string& text, const std::array<Enum, n>& all) {
  for (const Enum value : all)
    if (text == to_string(value)) return value;
  return std::nullopt;
}

constexpr std::array kVerdicts = {Verdict::kSupported, Verdict::kRefuted, Verdict::kNotEnoughInfo,
                                  Verdict::kNotVerifiable};
constexpr std::array kStatuses = {Status::kMeasured, Status::kNoClaims, Status::kNoEvidence,
                                  Status::kFailed};

template <typename Enum, std::size_t n>
std::vector<std::string> words_of(const std::array<Enum, n>& all) {
  std::vector<std::string> words;
  for (const Enum value : all) words.emplace_back(to_string(value));
  return words;
}

Result<report::Format> format_of(const ReportCommand& command) {
  if (command.format == "html") return report::Format::kHtml;
  if (command.format == "markdown") return report::Format::kMarkdown;
  if (command.format == "csv") return report::Format::kCsv;
  if (command.format == "junit") return report::Format::kJunit;
  const std::string& output = command.options.output;
  if (const auto format = report::format_of_name(output)) return *format;
  return fail(ErrorCode::kInvalidOption,
              output == "-"
                  ? "standard output needs --format"
                  : fmt::format("the format of `{}` cannot be told from its name", output),
              "give --format html, markdown, csv or junit");
}

Result<report::ReportOptions> options_of(const ReportCommand& command) {
  report::ReportOptions options = command.options;
  const auto format = format_of(command);
  if (!format) return tl::unexpected(format.error());
  options.format = *format;
  auto source = record_source_of(command.input);
  if (!source) return tl::unexpected(source.error());
  options.records = *std::move(source);
  if (options.results == "-" && (options.compare == "-" || options.records.input == "-"))
    return fail(ErrorCode::kInvalidOption, "standard input can be read only once",
                "give a file to RESULTS, --input or --compare");
  if (!command.label.empty()) options.label = command.label;
  if (!command.system.empty()) options.system = command.system;
  options.threshold = parse_real_number(command.threshold);
  options.filter = {enumerator(command.verdict, kVerdicts), enumerator(command.status, kStatuses)};
  if ((options.filter.verdict || options.filter.status) && *format != report::Format::kCsv)
    return fail(ErrorCode::kInvalidOption, "--verdict and --status choose rows of CSV",
                "give --format csv; the page has filters of its own");
  return options;
}

// The command line as it was given, for the report to show.
std::string command_line_of(const CLI::App& app) {
  std::vector<std::string> words = {"assay", app.get_name()};
  std::map<const CLI::Option*, std::size_t> seen;
  for (const CLI::Option* option : app.parse_order()) {
    if (!option->get_positional()) words.push_back(option->get_name());
    const auto& values = option->results();
    if (seen[option] < values.size()) words.push_back(values[seen[option]++]);
  }
  return report::shell_line(words);
}

ExitCode write(const ReportCommand& command, const CLI::App& app) {
  auto options = options_of(command);
  if (!options) return fail_command(options.error());
  options->command = command_line_of(app);
  const auto facts = report::write_report(*options);
  if (!facts) return fail_reading_results(facts.error(), options->results, options->output);
  for (const std::string& warning : facts->warnings) print_warning(warning);
  return ExitCode::kGood;
}

void add_content_options(CLI::App& app, ReportCommand& command) {
  app.add_option("--metric", command.options.metric,
                 "the metric that is shown first, and the only one of Markdown, CSV and JUnit")
      ->type_name(metric_choices())
      ->check(not_empty());
  app.add_option("--threshold", command.threshold,
                 "a response is grounded if its score is greater (default: half of the most that "
                 "it can be)")
      ->type_name("X")
      ->check([](const std::string& value) {
        return parse_real_number(value) ? std::string()
                                        : fmt::format("`{}` must be a number such as 0.5", value);
      });
  app.add_option("--label", command.label, "the field that holds labels (default: label)")
      ->type_name("NAME")
      ->check(not_empty());
  app.add_option("--positive", command.options.positive,
                 "a label that means grounded; may be repeated (default: words such as 1, true, "
                 "consistent, supported)")
      ->type_name("LABEL")
      ->allow_extra_args(false);
  app.add_option("--ignore", command.options.ignored,
                 "a label that does not count; may be repeated")
      ->type_name("LABEL")
      ->allow_extra_args(false);
  app.add_option("--system", command.system,
                 "the field that names the system which wrote the response (default: system)")
      ->type_name("NAME")
      ->check(not_empty());
  add_choice_option(app, "--verdict", command.verdict, words_of(kVerdicts),
                    "CSV: only results that have a unit with this verdict");
  add_choice_option(app, "--status", command.status, words_of(kStatuses),
                    "CSV: only results with this status");
}

}  // namespace

void add_report_command(Commands& commands) {
  auto command = std::make_shared<ReportCommand>();
  // The action runs while the program's commands are there.
  auto self = std::make_shared<CLI::App*>(nullptr);
  CLI::App* app =
      commands.add({"report", "Make a page, Markdown, CSV or JUnit XML of results", kExamples},
                   [command, self] { return write(*command, **self); });
  *self = app;
  add_file_option(*app, "RESULTS", command->options.results,
                  "results of `assay score`; - for standard input")
      ->required();
  add_file_option(*app, "-o,--output", command->options.output,
                  "file for the report, replaced if it is there; - for standard output")
      ->capture_default_str();
  add_choice_option(*app, "--format", command->format, {"html", "markdown", "csv", "junit"},
                    "what is written; by the ending of the file without it");
  add_file_option(*app, "--compare", command->options.compare,
                  "results of another run, the baseline, to show what has changed");
  add_content_options(*app, *command);
  add_file_option(*app, "--input", command->input.input, "the scored records, to show their texts");
  add_input_format_options(*app, command->input, "--input-format");
}

}  // namespace assay::cli
