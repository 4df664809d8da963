#include "report/run_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "base/parse_json.h"
#include "engine/run_log.h"
#include "report/shell_words.h"

namespace assay::report {
namespace {

using Json = nlohmann::ordered_json;

// The options of a metric that differ from their defaults, as far as they are options of `score`.
void add_metric_options(const Json& options, std::vector<std::string>& words) {
  const auto add = [&](const char* member, const char* option, const Json& usual) {
    const auto found = options.find(member);
    if (found == options.end() || *found == usual) return;
    words.emplace_back(option);
    if (found->is_boolean()) return;
    words.push_back(found->is_string() ? found->get<std::string>() : found->dump());
  };
  add("compat", "--compat", "none");
  add("threshold", "--threshold", 0.5);
  add("questions", "--questions", options.value("compat", "none") == "none" ? "single" : "all");
  add("max_questions", "--max-questions", 5);
  add("keep_personal", "--keep-personal", false);
  add("question_style", "--question-style", "any");
}

// Each option once, whatever the number of metrics that read it.
std::vector<std::string> metric_words(const Json& metrics) {
  std::vector<std::string> names;
  std::vector<std::string> options;
  for (const Json& metric : metrics) {
    names.push_back(metric.value("name", ""));
    std::vector<std::string> words;
    add_metric_options(metric.value("options", Json::object()), words);
    if (words.size() > options.size()) options = words;
  }
  std::vector<std::string> all = {"-m", fmt::format("{}", fmt::join(names, ","))};
  all.insert(all.end(), options.begin(), options.end());
  return all;
}

std::string command_of(const Json& identity, const std::string& input, const std::string& output) {
  std::vector<std::string> words = {"assay", "score"};
  const Json run = identity.value("run", Json::object());
  for (std::string& word : metric_words(run.value("metrics", Json::array())))
    words.push_back(std::move(word));
  words.push_back(input);
  const Json read = identity.value("input", Json::object());
  if (read.value("quoting", "csv") != "csv") {
    words.emplace_back("--quoting");
    words.push_back(read.value("quoting", "csv"));
  }
  const Json fields = read.value("fields", Json::object());
  for (const auto& [field, column] : fields.items()) {
    words.emplace_back("--field");
    words.push_back(field + "=" + column.get<std::string>());
  }
  words.emplace_back("-o");
  words.push_back(output);
  return shell_line(words);
}

// The results' name once the run has ended.
std::string finished_name(std::string results) {
  constexpr std::string_view kPartial = ".partial";
  if (results.ends_with(kPartial)) results.resize(results.size() - kPartial.size());
  return results;
}

}  // namespace

std::string run_log_of(const std::string& results) {
  return finished_name(results) + ".run";
}

std::optional<RunFacts> read_run_facts(const std::string& results, const std::string& fingerprint) {
  if (results == "-") return std::nullopt;
  const std::string finished = finished_name(results);
  const auto content = engine::read_run_log(run_log_of(results));
  if (!content || content->state != engine::RunLogState::kGood) return std::nullopt;
  const auto& header = content->log.header();
  if (!header || header->fingerprint != fingerprint) return std::nullopt;
  RunFacts facts{.identity_json = header->identity, .input = header->input_name};
  const Json identity = base::parse_json<Json>(header->identity);
  if (identity.is_object()) facts.command = command_of(identity, header->input_name, finished);
  std::uint64_t before = 0;
  for (const engine::WindowMark& window : content->log.windows()) {
    facts.windows.push_back({window.records - before, window.seconds});
    before = window.records;
  }
  return facts;
}

}  // namespace assay::report
