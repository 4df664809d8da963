#include "report/run_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/parse_json.h"
#include "engine/run_log.h"
#include "report/shell_words.h"

namespace assay::report {
namespace {

using Json = nlohmann::ordered_json;

// An option of `score`, as the identity of a run has it.
struct OptionName {
  const char* member;
  const char* option;
  Json usual;  // null: it is there only where it was given
};

std::vector<OptionName> option_names(bool is_paper) {
  return {{"compat", "--compat", "none"},
          {"threshold", "--threshold", 0.5},
          {"questions", "--questions", is_paper ? "all" : "single"},
          {"max_questions", "--max-questions", 5},
          {"keep_personal", "--keep-personal", false},
          {"question_style", "--question-style", "any"},
          {"against", "--against", is_paper ? "knowledge" : "reference"},
          {"bleu_tokenizer", "--bleu-tokenizer", "13a"},
          {"bleu_lower_case", "--bleu-lower-case", false},
          {"bleu_smoothing", "--bleu-smoothing", "exp"},
          {"bleu_smooth_value", "--bleu-smooth-value", nullptr},
          {"rouge_stem", "--rouge-stem", false},
          {"meteor_parameters", "--meteor-parameters", "nltk"},
          {"bertscore_layer", "--bertscore-layer", nullptr},
          {"bertscore_idf", "--bertscore-idf", nullptr},
          {"bertscore_baseline", "--bertscore-baseline", nullptr}};
}

// Of these the identity knows what was read, not the file's name.
bool names_a_file(std::string_view member) {
  return member == "bertscore_idf" || member == "bertscore_baseline";
}

void add_option(const OptionName& name, const Json& value, std::vector<std::string>& words) {
  words.emplace_back(name.option);
  if (value.is_boolean()) return;
  if (names_a_file(name.member)) {
    words.emplace_back("FILE");
  } else {
    words.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  }
}

// The options of every metric, and of those that `ensemble` combines. What the latter compare with
// is told by the ensemble's file.
std::vector<Json> options_of(const Json& metrics) {
  std::vector<Json> all;
  for (const Json& metric : metrics) {
    all.push_back(metric.value("options", Json::object()));
    const Json components = all.back().value("components", Json::object());
    for (Json component : components) {
      if (!component.is_object()) continue;
      component.erase("against");
      all.push_back(std::move(component));
    }
  }
  return all;
}

// What differs from the defaults; each option once, whatever the number of metrics that read it.
std::vector<std::string> metric_words(const Json& metrics) {
  std::vector<std::string> names;
  for (const Json& metric : metrics) names.push_back(metric.value("name", ""));
  const std::vector<Json> options_of_metrics = options_of(metrics);
  const bool is_paper =
      std::any_of(options_of_metrics.begin(), options_of_metrics.end(),
                  [](const Json& options) { return options.value("compat", "none") != "none"; });
  std::vector<std::string> words = {"-m", fmt::format("{}", fmt::join(names, ","))};
  for (const OptionName& name : option_names(is_paper)) {
    for (const Json& options : options_of_metrics) {
      const auto found = options.find(name.member);
      if (found == options.end() || *found == name.usual) continue;
      add_option(name, *found, words);
      break;
    }
  }
  return words;
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
