#pragma once
// The commands and options of the program as plain data, for the shell completions.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace assay::cli {

enum class ValueKind { kNone, kText, kFile, kDirectory, kChoice, kChoiceList, kModel };

struct OptionNode {
  std::vector<std::string> names;  // "--output", "-o"
  std::string description;
  ValueKind value = ValueKind::kNone;
  std::vector<std::string> choices;  // for kChoice and kChoiceList (separated by commas)
};

struct ArgumentNode {
  ValueKind value = ValueKind::kText;
  std::vector<std::string> choices;  // for kChoice
  bool is_repeated = false;          // stands for all that follow
};

struct CommandNode {
  std::string path;  // "assay models list"
  std::string name;
  std::string description;
  std::vector<OptionNode> options;
  std::vector<std::string> children;  // paths
  std::vector<ArgumentNode> arguments;
};

// Every command of `root`, the root itself first, parents before children.
std::vector<CommandNode> command_tree(const CLI::App& root);

}  // namespace assay::cli
