#pragma once
// The parts of the scripts for bash and zsh that are made from the tree of commands: branches of
// `case`, whose syntax both shells share.

#include <span>
#include <string>
#include <string_view>

#include "cli/command_tree.h"

namespace assay::cli {

// How a shell offers files, folders, words, words separated by commas, and nothing.
struct Dialect {
  std::string_view files, folders, words, list, nothing;
  std::string_view models;  // an expression that runs the program and gives the names of models
};

// `"assay models" | "assay models list"`: a line that names a command.
std::string command_patterns(std::span<const CommandNode> commands);

// `"assay score --output" | "assay score -o"`: options that the next word belongs to.
std::string valued_patterns(std::span<const CommandNode> commands);

// What is offered behind an option that has a value.
std::string value_cases(std::span<const CommandNode> commands, const Dialect& dialect);

// Sets `options` to the options of a command.
std::string option_cases(std::span<const CommandNode> commands);

// What is offered as a word that is no option: of "COMMAND N", where N arguments stand before it.
std::string argument_cases(std::span<const CommandNode> commands, const Dialect& dialect);

}  // namespace assay::cli
