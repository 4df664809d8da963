// `assay explain OUT ID`.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>
#include <optional>
#include <set>

#include "assay/record_reader.h"
#include "assay/result_reader.h"
#include "cli/command_line/option_kinds.h"
#include "cli/command_line/suggest.h"
#include "cli/commands.h"
#include "cli/explain_text.h"
#include "cli/metric_selection.h"
#include "cli/result_file.h"
#include "cli/terminal/output.h"

namespace assay::cli {
namespace {

constexpr char kExamples[] =
    "assay explain scores.jsonl everest-wrong\n"
    "assay explain scores.jsonl everest-wrong --input dialogues.jsonl | less -R\n"
    "assay explain scores.jsonl --line 17 --json | jq .units";

constexpr std::size_t kIdsShown = 5;
constexpr std::size_t kIdsCompared = 10000;

struct ExplainCommand {
  std::string results;
  std::string id;
  std::string metric;
  std::uint64_t line = 0;  // 0: by id
  InputSelection input;
  bool json = false;
};

// A result that was asked for. Ids may repeat, so it also says which record of that id it is about.
struct Found {
  ResultLine line;
  std::size_t occurrence = 0;
};

struct Search {
  std::vector<Found> found;
  std::vector<std::string> ids;  // the first different ones, for suggestions
  std::set<std::string> metrics;
  std::uint64_t results = 0;  // that the file holds; they stand on its first lines
};

void remember_id(const std::string& id, std::vector<std::string>& ids) {
  if (ids.size() < kIdsCompared && (ids.empty() || ids.back() != id)) ids.push_back(id);
}

Result<Search> search(const ExplainCommand& command) {
  auto reader = ResultReader::open(command.results);
  if (!reader) return tl::unexpected(reader.error());
  Search search;
  std::map<std::string, std::size_t> seen;  // metric -> results of this id
  for (std::uint64_t number = 1;; ++number) {
    auto item = reader->next();
    if (!item) return tl::unexpected(item.error());
    if (!item->has_value()) return search;
    auto* line = std::get_if<ResultLine>(&**item);
    if (line == nullptr) continue;
    const RecordResult& result = line->result;
    remember_id(result.id, search.ids);
    search.metrics.insert(result.metric);
    search.results = number;
    const bool by_line = command.line > 0;
    if (!by_line && command.id.empty()) continue;
    if (by_line ? number != command.line : result.id != command.id) continue;
    const std::size_t occurrence = by_line ? 0 : seen[result.metric]++;
    if (command.metric.empty() || result.metric == command.metric)
      search.found.push_back({std::move(*line), occurrence});
  }
}

std::string first_ids(const Search& search) {
  const auto shown = static_cast<std::ptrdiff_t>(std::min(search.ids.size(), kIdsShown));
  if (shown == 0) return "it holds no results";
  return fmt::format("the first ids are {}",
                     fmt::join(search.ids.begin(), search.ids.begin() + shown, ", "));
}

Error usage_of_explain(const ExplainCommand& command, std::string message, std::string hint) {
  Error error;
  error.code = ErrorCode::kInvalidOption;
  error.file = command.results;
  error.message = std::move(message);
  error.hint = std::move(hint);
  return error;
}

Error not_found(const ExplainCommand& command, const Search& search) {
  const auto& metric = command.metric;
  if (!metric.empty() && !search.metrics.contains(metric))
    return usage_of_explain(command, fmt::format("no result of the metric `{}`", metric),
                            search.metrics.empty() ? "it holds no results"
                                                   : fmt::format("it has results of {}",
                                                                 fmt::join(search.metrics, ", ")));
  const std::string of = metric.empty() ? "" : " of metric " + metric;
  if (command.line > 0)
    return usage_of_explain(command, fmt::format("no result{} on line {}", of, command.line),
                            fmt::format("its results end on line {}", search.results));
  if (command.id.empty())
    return usage_of_explain(command, "no record is named",
                            fmt::format("ask with `assay explain {} ID`, or --line N; {}",
                                        command.results, first_ids(search)));
  const auto near = nearest(command.id, search.ids);
  const bool other = near && *near != command.id;
  return usage_of_explain(command, fmt::format("no result with the id `{}`{}", command.id, of),
                          other ? fmt::format("did you mean `{}`?", *near) : first_ids(search));
}

// The record with this id; the n-th of those when ids repeat.
Result<std::optional<RecordItem>> find_record(const ExplainCommand& command, const Found& found) {
  const auto source = record_source_of(command.input);
  if (!source) return tl::unexpected(source.error());
  auto reader = open_records(*source);
  if (!reader) return tl::unexpected(reader.error());
  for (std::size_t before = 0;;) {
    auto item = (*reader)->next();
    if (!item) return tl::unexpected(item.error());
    if (!item->has_value()) return std::nullopt;
    RecordItem& record = **item;
    if (record.record.id != found.line.result.id) continue;
    if (before++ == found.occurrence) return std::move(record);
  }
}

// The record whose texts are shown; none where there are none to show, with a warning unless the
// result itself says why.
Result<std::optional<Record>> record_to_show(const ExplainCommand& command, const Found& found) {
  if (command.input.input.empty()) return std::nullopt;
  auto item = find_record(command, found);
  if (!item) return tl::unexpected(item.error());
  const RecordResult& result = found.line.result;
  if (!item->has_value()) {
    print_warning(fmt::format("{} holds no record `{}`", command.input.input, result.id));
    return std::nullopt;
  }
  RecordItem& record = **item;
  if (!record.error) return std::move(record.record);
  if (result.status != Status::kFailed)
    print_warning(fmt::format("the record cannot be read: {}", record.error->to_string()));
  return std::nullopt;
}

Result<std::string> explanation_of(const ExplainCommand& command, const Found& found) {
  if (command.json)
    return to_json_line(found.line.result, found.line.fingerprint,
                        {found.line.label_json, found.line.extra_json}) +
           "\n";
  ExplainOptions options;
  options.style = Style::for_stream(stdout);
  options.width = static_cast<std::size_t>(terminal_width(stdout));
  const auto record = record_to_show(command, found);
  if (!record) return tl::unexpected(record.error());
  options.record = record->has_value() ? &**record : nullptr;
  return explain_result(found.line, options);
}

ExitCode explain(const ExplainCommand& command) {
  const auto searched = search(command);
  if (!searched) return fail_reading_results(searched.error(), command.results);
  if (searched->found.empty()) return fail_command(not_found(command, *searched));
  bool first = true;
  for (const Found& found : searched->found) {
    const auto text = explanation_of(command, found);
    if (!text) return fail_reading_results(text.error(), command.results);
    if (!first && !command.json) print("\n");
    print(*text);
    first = false;
  }
  return finish_output();
}

}  // namespace

void add_explain_command(Commands& commands) {
  auto command = std::make_shared<ExplainCommand>();
  CLI::App* app = commands.add({"explain", "Show how a record's score came about", kExamples},
                               [command] { return explain(*command); });
  add_file_option(*app, "OUT", command->results, "results of `assay score`; - for standard input")
      ->required();
  app->add_option("ID", command->id, "the record's id");
  add_count_option(*app, "--line", command->line, 1,
                   "the result on this line of OUT, in place of ID");
  app->add_option("--metric", command->metric, "only the result of this metric")
      ->type_name(metric_choices())
      ->check(not_empty());
  add_file_option(*app, "--input", command->input.input,
                  "the scored records, to show their texts and the evidence in place");
  add_input_format_options(*app, command->input);
  app->add_flag("--json", command->json, "print the result as it is in OUT");
}

}  // namespace assay::cli
