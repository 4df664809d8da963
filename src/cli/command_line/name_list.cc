#include "cli/command_line/name_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace assay::cli {
namespace {

// Takes the name that a quote opens at `at`, which moves behind the closing one.
std::optional<std::string> take_quoted(const std::string& text, std::size_t& at) {
  std::string name;
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"') {
      ++at;
      if (at == text.size() || text[at] != '"') return name;
    }
    name += text[at];
  }
  return std::nullopt;
}

CLI::Validator names() {
  auto check = [](const std::string& value) {
    const auto split = split_names(value);
    return split ? std::string() : split.error().message;
  };
  return CLI::Validator(check, "");
}

}  // namespace

Result<std::vector<std::string>> split_names(const std::string& text) {
  std::vector<std::string> found;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    std::string name;
    if (at < text.size() && text[at] == '"') {
      const auto quoted = take_quoted(text, at);
      if (!quoted || (at < text.size() && text[at] != ','))
        return fail(ErrorCode::kInvalidOption,
                    fmt::format("`{}`: a name that a quote opens must end with one; a quote in it "
                                "is written twice",
                                text));
      name = *quoted;
    } else {
      const std::size_t end = std::min(text.find(',', at), text.size());
      name = text.substr(at, end - at);
      at = end;
    }
    if (name.empty()) return fail(ErrorCode::kInvalidOption, "the value is empty");
    found.push_back(std::move(name));
  }
  return found;
}

CLI::Option* add_names_option(CLI::App& app, const std::string& names_of_option,
                              std::vector<std::string>& target, const std::string& description) {
  const auto take = [&target](const std::vector<std::string>& values) {
    target.clear();
    for (const std::string& value : values) {
      auto split = split_names(value);  // checked
      target.insert(target.end(), split->begin(), split->end());
    }
  };
  return app.add_option_function<std::vector<std::string>>(names_of_option, take, description)
      ->allow_extra_args(false)
      ->check(names());
}

}  // namespace assay::cli
