// `assay completion SHELL`.

#include <memory>
#include <string>

#include "cli/command_line/option_kinds.h"
#include "cli/command_tree.h"
#include "cli/commands.h"
#include "cli/completion/scripts.h"
#include "cli/terminal/output.h"

namespace assay::cli {
namespace {

constexpr char kExamples[] =
    "source <(assay completion bash)       # in ~/.bashrc\n"
    "source <(assay completion zsh)        # in ~/.zshrc, after compinit\n"
    "assay completion fish > ~/.config/fish/completions/assay.fish";

std::string script_for(const std::string& shell, const CLI::App& root) {
  const auto tree = command_tree(root);
  if (shell == "zsh") return zsh_completion(tree);
  if (shell == "fish") return fish_completion(tree);
  return bash_completion(tree);
}

}  // namespace

void add_completion_command(Commands& commands) {
  auto shell = std::make_shared<std::string>();
  const CLI::App& root = commands.root();
  CLI::App* app = commands.add({"completion", "Print a completion script for a shell", kExamples},
                               [shell, &root] {
                                 print(script_for(*shell, root));
                                 return finish_output();
                               });
  add_choice_option(*app, "SHELL", *shell, {"bash", "zsh", "fish"}, "the shell")->required();
}

}  // namespace assay::cli
