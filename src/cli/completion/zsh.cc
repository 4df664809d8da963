#include <fmt/format.h>

#include "cli/completion/cases.h"
#include "cli/completion/scripts.h"

namespace assay::cli {
namespace {

constexpr Dialect kZsh = {"_files",
                          "_files -/",
                          "_assay_offer",
                          "_assay_offer_list",
                          ":",
                          "$(\"${words[1]}\" models list --names 2>/dev/null)"};

constexpr char kTemplate[] = R"(#compdef assay
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
  local typed="${{words[CURRENT]}}" before="${{words[CURRENT-1]}}"
  local command="assay" options="" arguments=0 i
  for ((i = 2; i < CURRENT; i++)); do
    case "$command ${{words[i]}}" in
      {commands}) command="$command ${{words[i]}}" ;;
      {valued}) ((++i)) ;;
      "$command -"?*) ;;
      *) ((++arguments)) ;;
    esac
  done
  if [[ $typed == --*=* ]]; then
    before="${{typed%%=*}}"
    compset -P 1 '*='
  fi
  case "$command $before" in
{values}  esac
  if [[ $typed == --*=* ]]; then return; fi
  if [[ $typed == -* ]]; then
    case "$command" in
{options}    esac
    _assay_offer "$options"
    return
  fi
  case "$command $arguments" in
{arguments}  esac
}}

if [[ $funcstack[1] == _assay ]]; then _assay "$@"; else compdef _assay assay; fi
)";

}  // namespace

std::string zsh_completion(std::span<const CommandNode> commands) {
  return fmt::format(kTemplate, fmt::arg("commands", command_patterns(commands)),
                     fmt::arg("valued", valued_patterns(commands)),
                     fmt::arg("values", value_cases(commands, kZsh)),
                     fmt::arg("options", option_cases(commands)),
                     fmt::arg("arguments", argument_cases(commands, kZsh)));
}

}  // namespace assay::cli
