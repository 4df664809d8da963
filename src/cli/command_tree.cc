#include "cli/command_tree.h"

#include <CLI/CLI.hpp>

#include "cli/command_line/option_kinds.h"

namespace assay::cli {
namespace {

ValueKind value_kind(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return ValueKind::kNone;
  if (!choices_of(option).empty())
    return option.get_items_expected_max() > 1 ? ValueKind::kChoiceList : ValueKind::kChoice;
  const std::string type = option.get_type_name();
  if (type == kFileType) return ValueKind::kFile;
  if (type == kDirectoryType) return ValueKind::kDirectory;
  if (type == kModelType) return ValueKind::kModel;
  return ValueKind::kText;
}

OptionNode option_node(const CLI::Option& option) {
  OptionNode node;
  for (const std::string& name : option.get_lnames()) node.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) node.names.push_back("-" + name);
  node.description = option.get_description();
  node.value = value_kind(option);
  node.choices = choices_of(option);
  return node;
}

ArgumentNode argument_node(const CLI::Option& option) {
  return {.value = value_kind(option),
          .choices = choices_of(option),
          .is_repeated = option.get_items_expected_max() > 1};
}

void collect(const CLI::App& app, const std::string& parent_path, std::vector<CommandNode>& nodes) {
  CommandNode node;
  node.name = app.get_name();
  node.path = parent_path.empty() ? node.name : parent_path + " " + node.name;
  node.description = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) node.arguments.push_back(argument_node(*option));
    if (option->nonpositional()) node.options.push_back(option_node(*option));
  }
  const auto children = app.get_subcommands(nullptr);
  for (const CLI::App* child : children)
    node.children.push_back(node.path + " " + child->get_name());
  const std::string path = node.path;
  nodes.push_back(std::move(node));
  for (const CLI::App* child : children) collect(*child, path, nodes);
}

}  // namespace

std::vector<CommandNode> command_tree(const CLI::App& root) {
  std::vector<CommandNode> nodes;
  collect(root, "", nodes);
  return nodes;
}

}  // namespace assay::cli
