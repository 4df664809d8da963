// `assay score`.

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "assay/engine.h"
#include "assay/record_reader.h"
#include "base/format.h"
#include "cli/command_line/option_kinds.h"
#include "cli/command_line/text_width.h"
#include "cli/commands.h"
#include "cli/gate.h"
#include "cli/interrupt.h"
#include "cli/metric_selection.h"
#include "cli/model_selection.h"
#include "cli/run_report.h"
#include "cli/terminal/output.h"
#include "cli/terminal/progress_line.h"

namespace assay::cli {
namespace {

constexpr char kExamples[] =
    "assay score --metric q2 dialogues.jsonl -o scores.jsonl\n"
    "assay score -m q2,overlap answers.csv --field response=model_answer "
    "--field knowledge=source_text -o scores.jsonl\n"
    "assay score -m overlap - -o - < records.jsonl | jq .score\n"
    "assay score -m q2 answers.jsonl -o scores.jsonl --fail-under 0.6 --min-measured 90%";

constexpr std::uint64_t kMostInWindow = 1'000'000;  // they are held in memory

struct ScoreCommand {
  MetricSelection metric;
  InputSelection input;
  ModelSelection models;
  ScoreOptions run;  // output, window, overwrite and restart; the rest is filled in
  std::vector<std::string> fail_under;
  std::string min_measured = "0";
  bool json = false;
  bool profile = false;
  bool quiet = false;

  bool writes_to_stdout() const { return run.output == "-"; }
};

struct Gates {
  std::vector<FailUnder> fail_under;
  LeastRecords min_measured;
};

Result<Gates> parse_gates(const ScoreCommand& command) {
  const auto metrics = chosen_metrics(command.metric);
  if (!metrics) return tl::unexpected(metrics.error());
  Gates gates;
  for (const std::string& text : command.fail_under) {
    auto gate = parse_fail_under(text, *metrics);
    if (!gate) return tl::unexpected(gate.error());
    gates.fail_under.push_back(*std::move(gate));
  }
  const auto least = parse_least_records("--min-measured", command.min_measured);
  if (!least) return tl::unexpected(least.error());
  gates.min_measured = *least;
  return gates;
}

Result<ScoreOptions> score_options_of(const ScoreCommand& command) {
  if (command.json && command.writes_to_stdout())
    return fail(
        ErrorCode::kInvalidOption, "--json and the results cannot both go to standard output",
        "give a file to -o; or leave --json out: the last line of the results is the summary");
  ScoreOptions options = command.run;
  if (auto set = set_input(command.input, options); !set) return tl::unexpected(set.error());
  options.metrics = command.metric.metrics;
  options.metric_options = metric_options_of(command.metric);
  return options;
}

// The table is what the command is run for: on standard output, unless the results go there.
void print_summary(const ScoreCommand& command, const RunSummary& summary,
                   const LoadedSelection& loaded, std::span<const std::string> missed) {
  const auto models = loaded.resources->loaded();
  if (command.json) {
    print(json_text(summary_json(summary, models, missed)));
    return;
  }
  if (command.quiet) return;
  std::FILE* stream = command.writes_to_stdout() ? stderr : stdout;
  const Style style = Style::for_stream(stream);
  std::fputs(summary_table(summary, style).c_str(), stream);
  if (command.profile) std::fputs(("\n" + profile_tables(summary, models, style)).c_str(), stream);
}

void print_notes(const ScoreCommand& command, const RunSummary& summary) {
  if (command.quiet) return;
  std::string notes = speed_line(summary) + "\n";
  if (!command.writes_to_stdout())
    notes += fmt::format("results: {}; `assay explain {} ID` shows how a score came about\n",
                         command.run.output, command.run.output);
  std::fputs(notes.c_str(), stderr);
}

// A misspelt column of knowledge or references looks like a run that went well.
void print_missing_texts(const ScoreCommand& command, const RunSummary& summary) {
  const auto read = summary.n_records - summary.n_bad;
  for (const MetricSummary& metric : summary.metrics) {
    for (const auto& [status, records] : metric.statuses) {
      if (status != to_string(Status::kNoEvidence) || records == 0 || records < read) continue;
      print_warning(
          reads_reference(metric.metric, command.metric)
              ? "no record has a reference to compare with: say --field reference=NAME if it has "
                "another name in the input, or --against knowledge"
              : "no record has knowledge to judge by: say --field knowledge=NAME if it has "
                "another name in the input");
      return;
    }
  }
}

// rouge-score has words of ASCII alone. Its 0 for a text in another script is no measurement.
void print_wordless_texts(const RunSummary& summary) {
  for (const MetricSummary& metric : summary.metrics) {
    for (const auto& [name, records] : metric.counts) {
      if (name != "without_words" || records == 0) continue;
      print_warning(fmt::format(
          "{} sees no word (a to z, 0 to 9) in a text of {} of {}, which score 0: it is made for "
          "English",
          metric.metric, format_count(static_cast<std::uint64_t>(records)),
          plural(metric.n_measured, "record")));
    }
  }
}

// How many there are beside the `told` ones that were listed.
void print_rest(std::uint64_t all, std::size_t told) {
  if (all <= told) return;
  std::fputs(
      fmt::format("  and {} more, each with its error in the results\n", format_count(all - told))
          .c_str(),
      stderr);
}

void print_unreadable(const RunSummary& summary) {
  if (summary.n_bad == 0) return;
  print_warning(fmt::format("{} could not be read:", plural(summary.n_bad, "record")));
  print_errors(summary.first_errors);
  print_rest(summary.n_bad, summary.first_errors.size());
}

void print_failed(const RunSummary& summary) {
  const std::uint64_t failed = failed_in_scoring(summary);
  if (failed == 0) return;
  const auto& told = summary.first_failures;
  // None is at hand when all of them failed before the run was gone on with.
  print_warning(fmt::format("{} failed{}", plural(failed, "result"),
                            told.empty() ? ", each with its error in the results" : ":"));
  for (const FailedResult& failure : told)
    std::fputs(fmt::format("  {} ({}): {}\n", one_line(failure.id), failure.metric,
                           one_line(failure.error.to_string()))
                   .c_str(),
               stderr);
  if (!told.empty()) print_rest(failed, told.size());
}

void print_problems(const ScoreCommand& command, const RunSummary& summary) {
  print_missing_texts(command, summary);
  print_wordless_texts(summary);
  print_unreadable(summary);
  print_failed(summary);
  if (summary.n_duplicate_ids > 0)
    print_warning(fmt::format("{} the id of an earlier record; all were scored",
                              summary.n_duplicate_ids == 1
                                  ? "1 record has"
                                  : format_count(summary.n_duplicate_ids) + " records have"));
}

// Whether `path` is a regular file or could become one; pipes and devices are not.
bool is_regular(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return path != "-" &&
         (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status));
}

ExitCode interrupted(const ScoreCommand& command, const RunSummary& summary) {
  const bool resumable = is_regular(command.run.output) && is_regular(command.input.input);
  print_warning(fmt::format("interrupted after {}; {}", plural(summary.n_records, "record"),
                            resumable ? "give the same command again to go on from there"
                                      : "a run from or to a pipe or device cannot be resumed"));
  return ExitCode::kInterrupted;
}

ExitCode finish(const ScoreCommand& command, const RunSummary& summary,
                const LoadedSelection& loaded, const Gates& gates) {
  const auto missed = missed_gates(summary, gates.fail_under, gates.min_measured);
  print_summary(command, summary, loaded, missed);
  if (const ExitCode code = finish_output(); code != ExitCode::kGood) return code;
  print_problems(command, summary);
  if (loaded.cache && !loaded.cache->warning().empty())
    print_warning("cache: " + loaded.cache->warning());
  print_notes(command, summary);
  for (const std::string& miss : missed) print_error(fail(ErrorCode::kInvalidInput, miss).value());
  return has_failures(summary) || !missed.empty() ? ExitCode::kFailedRecords : ExitCode::kGood;
}

ExitCode score(const ScoreCommand& command) {
  const auto gates = parse_gates(command);
  if (!gates) return fail_command(gates.error());
  auto options = score_options_of(command);
  if (!options) return fail_command(options.error());
  // Said before seconds are spent on loading models.
  const std::string cache = command.models.no_cache ? "" : command.models.cache;
  if (const auto checked = check_run(*options, cache); !checked)
    return fail_with_input(checked.error(), options->input);
  std::optional<InterruptGuard> interrupt(std::in_place);
  options->interrupt = &interrupt->flag();
  ModelSelection selection = command.models;
  selection.interrupt = &interrupt->flag();
  const auto loaded = open_selection(selection);
  if (!loaded) return fail_command(loaded.error());

  ProgressLine line(!command.quiet);
  line.show_text("loading models");
  const auto summary = score_file(*options, *loaded->resources,
                                  [&line](const Progress& progress) { line.show(progress); });
  line.erase();
  interrupt.reset();  // printing is not worth a second signal
  if (!summary) return fail_with_input(summary.error(), options->input);
  if (summary->interrupted) return interrupted(command, *summary);
  return finish(command, *summary, *loaded, *gates);
}

void add_output_options(CLI::App& app, ScoreCommand& command) {
  add_file_option(app, "-o,--output", command.run.output,
                  "file for the results, JSON lines; - for standard output")
      ->required();
  app.add_flag("--overwrite", command.run.overwrite, "replace a finished OUT");
  app.add_flag("--restart", command.run.restart, "start an unfinished run afresh");
  add_count_option(app, "--window", command.run.window, 1, "records scored and saved together",
                   kMostInWindow)
      ->capture_default_str();
}

void add_report_options(CLI::App& app, ScoreCommand& command) {
  app.add_option("--fail-under", command.fail_under,
                 "exit with 1 when a mean is less: X for the first metric, METRIC=X, or "
                 "METRIC.SCORE=X for one of its scores; METRIC.corpus=X: when its score of all "
                 "records as one text is (bleu); may be repeated")
      ->type_name("[NAME=]X")
      ->allow_extra_args(false);
  app.add_option("--min-measured", command.min_measured,
                 "exit with 1 when a metric measured fewer records: a number, or a share such as "
                 "0.9 or 90%")
      ->type_name("N");
  app.add_flag("--json", command.json, "print the summary as JSON on standard output");
  app.add_flag("--profile", command.profile, "show the time of each stage and model");
  app.add_flag("--quiet", command.quiet, "print problems only");
}

}  // namespace

void add_score_command(Commands& commands) {
  auto command = std::make_shared<ScoreCommand>();
  CLI::App* app = commands.add({"score", "Score records with one or more metrics", kExamples},
                               [command] { return score(*command); });
  add_input_options(*app, command->input);
  add_metric_options(*app, command->metric);
  add_output_options(*app, *command);
  add_model_options(*app, command->models);
  add_cache_option(*app, command->models);
  add_report_options(*app, *command);
}

}  // namespace assay::cli
