#include "cli/command_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command.h"
#include "cli/command_line/option_kinds.h"
#include "cli/completion/scripts.h"

namespace assay::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class CommandTree : public testing::Test {
 protected:
  CommandTree() : app_("", "assay"), commands_(app_) {
    CLI::App* score = commands_.add({"score", "Score it", ""}, [] { return ExitCode::kGood; });
    add_file_option(*score, "IN", text_, "input")->required();
    score->add_option("NAMES", texts_, "names");
    add_file_option(*score, "-o,--output", text_, "output");
    add_directory_option(*score, "--nli", text_, "model");
    add_choice_option(*score, "--compat", text_, {"none", "q2-paper"}, "mode");
    score->add_option("--metric", texts_, "metrics")->type_name("q2|nli");
    score->add_flag("--quiet", flag_, "don't print");
    score->add_option("--window", number_, "records");
    CLI::App* models = commands_.add_group({"models", "Models", ""});
    commands_.add_to(models, {"list", "List", ""}, [] { return ExitCode::kGood; });
  }

  CLI::App app_;
  Commands commands_;
  std::string text_;
  std::vector<std::string> texts_;
  bool flag_ = false;
  int number_ = 0;
};

TEST_F(CommandTree, ListsCommandsParentsFirst) {
  std::vector<std::string> paths;
  for (const CommandNode& node : command_tree(app_)) paths.push_back(node.path);
  EXPECT_THAT(paths, ElementsAre("assay", "assay score", "assay models", "assay models list"));
}

TEST_F(CommandTree, KnowsWhatEveryOptionTakes) {
  const CommandNode score = command_tree(app_)[1];
  ASSERT_EQ(score.arguments.size(), 2U);
  EXPECT_EQ(score.arguments[0].value, ValueKind::kFile);
  EXPECT_FALSE(score.arguments[0].is_repeated);
  EXPECT_EQ(score.arguments[1].value, ValueKind::kText);
  EXPECT_TRUE(score.arguments[1].is_repeated);
  std::map<std::string, ValueKind> kinds;
  for (const OptionNode& option : score.options) kinds[option.names[0]] = option.value;
  EXPECT_EQ(kinds["--output"], ValueKind::kFile);
  EXPECT_EQ(kinds["--nli"], ValueKind::kDirectory);
  EXPECT_EQ(kinds["--compat"], ValueKind::kChoice);
  EXPECT_EQ(kinds["--metric"], ValueKind::kChoiceList);
  EXPECT_EQ(kinds["--quiet"], ValueKind::kNone);
  EXPECT_EQ(kinds["--window"], ValueKind::kText);
  EXPECT_FALSE(kinds.contains("IN"));
}

TEST_F(CommandTree, ScriptsHoldCommandsOptionsAndChoices) {
  const auto tree = command_tree(app_);
  EXPECT_THAT(bash_completion(tree), HasSubstr("\"assay score --compat\") _assay_offer -W \"none "
                                               "q2-paper\"; return ;;"));
  EXPECT_THAT(zsh_completion(tree), HasSubstr("\"assay score --nli\") _files -/; return ;;"));
  EXPECT_THAT(zsh_completion(tree), HasSubstr("\"assay score 0\") _files ;;"));
  EXPECT_THAT(fish_completion(tree), HasSubstr("-l quiet -d 'don'\\''t print'"));
}

}  // namespace
}  // namespace assay::cli
