#include "cli/completion_scripts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace assay::cli {
namespace {

std::string last_word(const std::string& path) {
  return path.substr(path.rfind(' ') + 1);
}

std::vector<std::string> child_names(const CommandNode& command) {
  std::vector<std::string> names;
  for (const std::string& path : command.children) names.push_back(last_word(path));
  return names;
}

std::vector<std::string> all_option_names(const CommandNode& command) {
  std::vector<std::string> names;
  for (const OptionNode& option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::string shell_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// `"assay score --output" | "assay score -o"`: what the word before the cursor may be.
std::string option_patterns(const CommandNode& command, const OptionNode& option) {
  std::vector<std::string> patterns;
  for (const std::string& name : option.names)
    patterns.push_back(fmt::format("\"{} {}\"", command.path, name));
  return fmt::format("{}", fmt::join(patterns, " | "));
}

std::vector<std::string> words_before_options(const CommandNode& command) {
  std::vector<std::string> words = child_names(command);
  words.insert(words.end(), command.choices.begin(), command.choices.end());
  return words;
}

// The `case` branches that find out which command the line names so far.
std::string descend_patterns(std::span<const CommandNode> commands) {
  std::vector<std::string> patterns;
  for (const CommandNode& command : commands.subspan(1))
    patterns.push_back(fmt::format("\"{}\"", command.path));
  return fmt::format("{}", fmt::join(patterns, " | "));
}

// How each shell offers files, folders, words and nothing.
struct Dialect {
  std::string_view files, folders, words, list, nothing;
  std::string_view models;  // an expression that runs the program and gives the names of models
};

constexpr Dialect kBash = {"_assay_offer -f",
                           "_assay_offer -d",
                           "_assay_offer -W",
                           "_assay_offer_list",
                           ":",
                           "$(\"${COMP_WORDS[0]}\" models list --names 2>/dev/null)"};
constexpr Dialect kZsh = {"_files",
                          "_files -/",
                          "_assay_offer",
                          "_assay_offer_list",
                          ":",
                          "$(\"${words[1]}\" models list --names 2>/dev/null)"};
constexpr char kFishModels[] = "(__assay_models)";

std::string value_action(const OptionNode& option, const Dialect& dialect) {
  switch (option.value) {
    case ValueKind::kFile:
      return std::string(dialect.files);
    case ValueKind::kDirectory:
      return std::string(dialect.folders);
    case ValueKind::kChoice:
      return fmt::format("{} \"{}\"", dialect.words, fmt::join(option.choices, " "));
    case ValueKind::kChoiceList:
      return fmt::format("{} \"{}\"", dialect.list, fmt::join(option.choices, " "));
    case ValueKind::kModel:
      return fmt::format("{} \"{}\"", dialect.words, dialect.models);
    case ValueKind::kNone:
    case ValueKind::kText:
      return std::string(dialect.nothing);
  }
  return std::string(dialect.nothing);
}

std::string value_cases(std::span<const CommandNode> commands, const Dialect& dialect) {
  std::string text;
  for (const CommandNode& command : commands) {
    for (const OptionNode& option : command.options) {
      if (option.value == ValueKind::kNone) continue;
      text += fmt::format("    {}) {}; return ;;\n", option_patterns(command, option),
                          value_action(option, dialect));
    }
  }
  return text;
}

std::string word_cases(std::span<const CommandNode> commands, const Dialect& dialect) {
  std::string text;
  for (const CommandNode& command : commands) {
    std::vector<std::string> words = words_before_options(command);
    if (command.takes_models) words.emplace_back(dialect.models);
    text += fmt::format("    \"{}\") options=\"{}\"; words=\"{}\"; files={} ;;\n", command.path,
                        fmt::join(all_option_names(command), " "), fmt::join(words, " "),
                        command.takes_files ? 1 : 0);
  }
  return text;
}

constexpr char kBashTemplate[] =
    R"(# Completion of assay for bash. Load it with: source <(assay completion bash)
_assay_offer() {{
  local kind="$1"
  shift
  if [[ $kind == -W ]]; then set -- -W "$1"; else set -- "$kind"; fi
  mapfile -t COMPREPLY < <(compgen "$@" -- "$current")
}}

# Words separated by commas: the last one is completed.
_assay_offer_list() {{
  local done=""
  if [[ $current == *,* ]]; then done="${{current%,*}},"; fi
  mapfile -t COMPREPLY < <(compgen -P "$done" -W "$1" -- "${{current##*,}}")
}}

_assay() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
  local command="assay" options="" words="" files=0 i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command ${{COMP_WORDS[i]}}" in
      {descend}) command="$command ${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$command $before" in
{values}  esac
  case "$command" in
{words}  esac
  if [[ $current == -* ]]; then
    _assay_offer -W "$options"
  elif [[ -n $words ]]; then
    _assay_offer -W "$words"
  elif ((files)); then
    _assay_offer -f
  fi
}}

complete -o filenames -F _assay assay
)";

constexpr char kZshTemplate[] = R"(#compdef assay
# Completion of assay for zsh. Load it with: source <(assay completion zsh)
_assay_offer() {{
  compadd -- ${{=1}}
}}

# Words separated by commas: the last one is completed.
_assay_offer_list() {{
  compset -P '*,'
  compadd -- ${{=1}}
}}

_assay() {{
  local current="${{words[CURRENT]}}" before="${{words[CURRENT-1]}}"
  local command="assay" options="" names="" files=0 i
  for ((i = 2; i < CURRENT; i++)); do
    case "$command ${{words[i]}}" in
      {descend}) command="$command ${{words[i]}}" ;;
    esac
  done
  case "$command $before" in
{values}  esac
  case "$command" in
{words}  esac
  if [[ $current == -* ]]; then
    _assay_offer "$options"
  elif [[ -n $names ]]; then
    _assay_offer "$names"
  elif ((files)); then
    _files
  fi
}}

if [[ $funcstack[1] == _assay ]]; then _assay "$@"; else compdef _assay assay; fi
)";

// zsh has an array `words` of its own.
std::string renamed_for_zsh(std::string text) {
  const std::string from = "; words=", to = "; names=";
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at))
    text.replace(at, from.size(), to);
  return text;
}

// Fish offers a line's words when all words of the command stand before the cursor.
std::string fish_condition(const CommandNode& command) {
  return fmt::format("__assay_at {}", shell_quoted(command.path));
}

std::string fish_option(const CommandNode& command, const OptionNode& option) {
  std::string line = fmt::format("complete -c assay -n {}", shell_quoted(fish_condition(command)));
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  line += " -d " + shell_quoted(option.description);
  switch (option.value) {
    case ValueKind::kNone:
      break;
    case ValueKind::kText:
      line += " -x";
      break;
    case ValueKind::kFile:
      line += " -r -F";
      break;
    case ValueKind::kDirectory:
      line += " -x -a '(__fish_complete_directories)'";
      break;
    case ValueKind::kChoice:
      line +=
          fmt::format(" -x -a {}", shell_quoted(fmt::format("{}", fmt::join(option.choices, " "))));
      break;
    case ValueKind::kChoiceList:
      line += fmt::format(" -x -a '(__assay_list {})'", fmt::join(option.choices, " "));
      break;
    case ValueKind::kModel:
      line += fmt::format(" -x -a '{}'", kFishModels);
      break;
  }
  return line + "\n";
}

std::string fish_words(std::span<const CommandNode> commands, const CommandNode& command) {
  std::string text;
  const std::string start =
      fmt::format("complete -c assay -n {} -f", shell_quoted(fish_condition(command)));
  for (const CommandNode& child : commands) {
    const auto& paths = command.children;
    if (std::find(paths.begin(), paths.end(), child.path) == paths.end()) continue;
    text += fmt::format("{} -a {} -d {}\n", start, child.name, shell_quoted(child.description));
  }
  if (!command.choices.empty())
    text += fmt::format("{} -a {}\n", start,
                        shell_quoted(fmt::format("{}", fmt::join(command.choices, " "))));
  if (command.takes_models) text += fmt::format("{} -a '{}'\n", start, kFishModels);
  if (command.takes_files)
    text += fmt::format("complete -c assay -n {} -F\n", shell_quoted(fish_condition(command)));
  return text;
}

constexpr char kFishHead[] =
    R"(# Completion of assay for fish. Load it with: assay completion fish | source
function __assay_at
  set -l command assay
  for word in (commandline -opc)[2..]
    contains -- "$command $word" $__assay_commands; and set command "$command $word"
  end
  test "$command" = "$argv[1]"
end
# Words separated by commas: the last one is completed.
function __assay_list
  set -l before (string match -r '.*,' -- (commandline -ct))
  printf '%s\n' "$before"$argv
end
function __assay_models
  set -l words (commandline -opc)
  $words[1] models list --names 2>/dev/null
end
complete -c assay -f
)";

}  // namespace

std::string bash_completion(std::span<const CommandNode> commands) {
  return fmt::format(kBashTemplate, fmt::arg("descend", descend_patterns(commands)),
                     fmt::arg("values", value_cases(commands, kBash)),
                     fmt::arg("words", word_cases(commands, kBash)));
}

std::string zsh_completion(std::span<const CommandNode> commands) {
  return fmt::format(kZshTemplate, fmt::arg("descend", descend_patterns(commands)),
                     fmt::arg("values", value_cases(commands, kZsh)),
                     fmt::arg("words", renamed_for_zsh(word_cases(commands, kZsh))));
}

std::string fish_completion(std::span<const CommandNode> commands) {
  std::string text = kFishHead;
  text += "set -g __assay_commands";
  for (const CommandNode& command : commands.subspan(1)) text += " " + shell_quoted(command.path);
  text += "\n";
  for (const CommandNode& command : commands) {
    text += fish_words(commands, command);
    for (const OptionNode& option : command.options) text += fish_option(command, option);
  }
  return text;
}

}  // namespace assay::cli
