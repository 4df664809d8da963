#pragma once
// Completion scripts of the three common shells, written from the tree of commands.

#include <span>
#include <string>

#include "cli/command_tree.h"

namespace assay::cli {

std::string bash_completion(std::span<const CommandNode> commands);
std::string zsh_completion(std::span<const CommandNode> commands);
std::string fish_completion(std::span<const CommandNode> commands);

}  // namespace assay::cli
