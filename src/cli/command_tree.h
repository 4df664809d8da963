#pragma once
// The commands and options of the program as plain data, for the shell completions.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace assay::cli {

enum class ValueKind { kNone, kText, kFile, kDirectory, kChoice, kChoiceList, kModel };

struct OptionNode {
  std::vector<std::string> names;  // "--output", "-o"
  std::string description;
  ValueKind value = ValueKind::kNone;
  std::vector<std::string> choices;  // for kChoice and kChoiceList (separated by commas)
};

struct CommandNode {
  std::string path;  // "assay models list"
  std::string name;
  std::string description;
  std::vector<OptionNode> options;
  std::vector<std::string> children;  // paths
  bool takes_files = false;           // has arguments of its own that may be files
  bool takes_models = false;          // has arguments of its own that name models
  std::vector<std::string> choices;   // words its first argument may be
};

// Every command of `root`, the root itself first, parents before children.
std::vector<CommandNode> command_tree(const CLI::App& root);

}  // namespace assay::cli
