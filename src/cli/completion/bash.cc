#include <fmt/format.h>

#include "cli/completion/cases.h"
#include "cli/completion/scripts.h"

namespace assay::cli {
namespace {

constexpr Dialect kBash = {"_assay_offer_names -f",
                           "_assay_offer_names -d",
                           "_assay_offer -W",
                           "_assay_offer_list",
                           ":",
                           "$(\"${COMP_WORDS[0]}\" models list --names 2>/dev/null)"};

// Bash cuts words at "=" (COMP_WORDBREAKS), and puts what is offered in the place of the last
// piece: `line` holds the whole words, and of an offer only what `standing` does not hold yet is
// kept.
constexpr char kTemplate[] =
    R"(# Completion of assay for bash. Load it with: source <(assay completion bash)
_assay_offer() {{
  mapfile -t COMPREPLY < <(compgen "$@" -- "$current")
}}

# Names of files, which bash then quotes, and ends with a slash where they are folders.
_assay_offer_names() {{
  compopt -o filenames 2>/dev/null
  _assay_offer "$1"
}}

# Words separated by commas: the last one is completed.
_assay_offer_list() {{
  local done=""
  if [[ $current == *,* ]]; then done="${{current%,*}},"; fi
  mapfile -t COMPREPLY < <(compgen -P "$done" -W "$1" -- "${{current##*,}}")
}}

# Words of the line, put together again where they were cut at an equals sign.
_assay_join() {{
  local i word
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word="${{COMP_WORDS[i]}}"
    if ((i > 1)) && [[ $word == = || ${{COMP_WORDS[i-1]}} == = ]]; then
      line[-1]+="$word"
    else
      line+=("$word")
    fi
  done
}}

_assay_offers() {{
  local command="assay" options="" arguments=0 i
  for ((i = 1; i < ${{#line[@]}} - 1; i++)); do
    case "$command ${{line[i]}}" in
      {commands}) command="$command ${{line[i]}}" ;;
      {valued}) ((++i)) ;;
      "$command -"?*) ;;
      *) ((++arguments)) ;;
    esac
  done
  case "$command $before" in
{values}  esac
  if [[ $typed == --*=* ]]; then return; fi
  if [[ $current == -* ]]; then
    case "$command" in
{options}    esac
    _assay_offer -W "$options"
    return
  fi
  case "$command $arguments" in
{arguments}  esac
}}

_assay() {{
  local line=() i
  COMPREPLY=()
  _assay_join
  local typed="${{line[-1]}}" before="${{line[-2]}}" last="${{COMP_WORDS[COMP_CWORD]}}"
  local current="$typed"
  if [[ $typed == --*=* ]]; then
    before="${{typed%%=*}}"
    current="${{typed#*=}}"
  fi
  if [[ $last == = ]]; then last=""; fi
  local standing="${{typed%"$last"}}" whole
  _assay_offers
  for i in "${{!COMPREPLY[@]}}"; do
    whole="${{typed%"$current"}}${{COMPREPLY[i]}}"
    COMPREPLY[i]="${{whole#"$standing"}}"
  done
}}

complete -F _assay assay
)";

}  // namespace

std::string bash_completion(std::span<const CommandNode> commands) {
  return fmt::format(kTemplate, fmt::arg("commands", command_patterns(commands)),
                     fmt::arg("valued", valued_patterns(commands)),
                     fmt::arg("values", value_cases(commands, kBash)),
                     fmt::arg("options", option_cases(commands)),
                     fmt::arg("arguments", argument_cases(commands, kBash)));
}

}  // namespace assay::cli
