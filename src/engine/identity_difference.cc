#include "engine/identity_difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/json_text.h"
#include "base/parse_json.h"

namespace assay::engine {
namespace {

using base::Json;

// A member's value; null where there is none.
const Json& member(const Json& object, std::string_view name) {
  static const Json kNothing;
  const auto found = object.find(name);
  return found == object.end() ? kNothing : *found;
}

// As it is written on the command line.
std::string word(const Json& value) {
  if (value.is_null()) return "unknown";
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> names_of_metrics(const Json& run) {
  std::vector<std::string> names;
  for (const Json& metric : member(run, "metrics")) names.push_back(word(member(metric, "name")));
  return names;
}

const Json& options_of(const Json& run, const std::string& metric) {
  static const Json kNothing;
  for (const Json& candidate : member(run, "metrics")) {
    if (word(member(candidate, "name")) == metric) return member(candidate, "options");
  }
  return kNothing;
}

// "max_questions" is --max-questions; one option has another name on the command line.
std::string flag_of(std::string option) {
  if (option == "generator") return "--qg";
  std::replace(option.begin(), option.end(), '_', '-');
  return "--" + option;
}

class Difference {
 public:
  Difference(const Json& before, const Json& now) : before_(before), now_(now) {}

  std::string text() {
    const Json& run_before = member(before_, "run");
    const Json& run_now = member(now_, "run");
    metrics(run_before, run_now);
    models(member(run_before, "models"), member(run_now, "models"));
    value("--window", before_, now_, "window");
    input(member(before_, "input"), member(now_, "input"));
    value("the version of assay", run_before, run_now, "version");
    value("the processor", run_before, run_now, "instruction_set");
    if (sentences_.empty() && before_ != now_)
      say("in a setting that this version of assay does not know");
    return fmt::format("{}", fmt::join(sentences_, "; "));
  }

 private:
  // Several metrics may share an option, which is said once.
  void say(std::string sentence) {
    const bool is_new =
        std::find(sentences_.begin(), sentences_.end(), sentence) == sentences_.end();
    if (is_new) sentences_.push_back(std::move(sentence));
  }

  void value(std::string_view what, const Json& before, const Json& now, std::string_view name) {
    const Json& old_value = member(before, name);
    const Json& new_value = member(now, name);
    if (old_value != new_value)
      say(fmt::format("{} was {} and is {}", what, word(old_value), word(new_value)));
  }

  // Options of a metric that only one of the runs has are told by its name alone.
  void metrics(const Json& before, const Json& now) {
    const auto old_names = names_of_metrics(before);
    const auto new_names = names_of_metrics(now);
    same_metrics_ = old_names == new_names;
    if (!same_metrics_)
      say(fmt::format("the metrics were {} and are {}", fmt::join(old_names, ", "),
                      fmt::join(new_names, ", ")));
    for (const std::string& name : new_names) {
      const Json& old_options = options_of(before, name);
      const Json& new_options = options_of(now, name);
      if (old_options.is_null()) continue;
      for (const auto& option : new_options.items())
        value(flag_of(option.key()), old_options, new_options, option.key());
    }
  }

  // Other metrics need other models, which is told by their names.
  void models(const Json& before, const Json& now) {
    for (const auto& model : before.items()) {
      if (now.contains(model.key()) && member(now, model.key()) != model.value())
        say(fmt::format("the {} model is another one", model.key()));
      if (!now.contains(model.key()) && same_metrics_)
        say(fmt::format("the {} model is needed no longer", model.key()));
    }
    for (const auto& model : now.items()) {
      if (!before.contains(model.key()) && same_metrics_)
        say(fmt::format("the {} model is needed now", model.key()));
    }
  }

  void input(const Json& before, const Json& now) {
    value("the format of the input", before, now, "format");
    value("--quoting", before, now, "quoting");
    value("the largest record, in bytes,", before, now, "max_record_bytes");
    fields(member(before, "fields"), member(now, "fields"));
  }

  void fields(const Json& before, const Json& now) {
    for (const auto& field : before.items()) {
      const Json& column = member(now, field.key());
      if (column == field.value()) continue;
      say(fmt::format("--field {}={} {}", field.key(), word(field.value()),
                      column.is_null() ? "was given and is not now"
                                       : fmt::format("is now {}={}", field.key(), word(column))));
    }
    for (const auto& field : now.items()) {
      if (!before.contains(field.key()))
        say(fmt::format("--field {}={} was not given", field.key(), word(field.value())));
    }
  }

  const Json& before_;
  const Json& now_;
  bool same_metrics_ = true;
  std::vector<std::string> sentences_;
};

}  // namespace

std::string describe_difference(const std::string& before, const std::string& now) {
  const Json old_identity = base::parse_json<Json>(before);
  const Json new_identity = base::parse_json<Json>(now);
  return Difference(old_identity, new_identity).text();
}

}  // namespace assay::engine
