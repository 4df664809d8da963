#include "cli/command_line/help_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_line/option_kinds.h"

namespace assay::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class HelpFormat : public testing::Test {
 protected:
  HelpFormat() : app_("", "assay") { app_.formatter(std::make_shared<HelpFormatter>()); }

  CLI::App app_;
  std::string text_ = "auto";
  int number_ = 3;
};

TEST_F(HelpFormat, DefaultsAndDutiesStandInTheDescription) {
  add_file_option(app_, "-o,--output", text_, "where to")->required();
  add_count_option(app_, "--window", number_, 1, "how many")->capture_default_str();
  EXPECT_THAT(app_.help(), HasSubstr("  -o,--output FILE          where to (required)\n"));
  EXPECT_THAT(app_.help(), HasSubstr("  --window N                how many (default: 3)\n"));
}

TEST_F(HelpFormat, LongDescriptionsAreWrappedInTheirColumn) {
  add_file_option(app_, "--file", text_, std::string(40, 'a') + " " + std::string(40, 'b'));
  EXPECT_THAT(app_.help(), HasSubstr(std::string(40, 'a') + "\n" + std::string(28, ' ') + "bbb"));
}

TEST_F(HelpFormat, LongOptionsHaveALineOfTheirOwn) {
  add_choice_option(app_, "--question-style", text_, {"any", "fronted"}, "which");
  EXPECT_THAT(app_.help(),
              HasSubstr("  --question-style any|fronted\n" + std::string(28, ' ') + "which\n"));
}

TEST_F(HelpFormat, ArgumentsShowTheirChoices) {
  add_choice_option(app_, "shell", text_, {"bash", "zsh"}, "the shell");
  EXPECT_THAT(app_.help(), HasSubstr("the shell: bash|zsh"));
}

TEST_F(HelpFormat, GroupsAreOneLineApart) {
  add_file_option(app_, "--a", text_, "a")->group("Group");
  EXPECT_THAT(app_.help(), Not(HasSubstr("\n\n\n")));
}

TEST_F(HelpFormat, CountsAreChecked) {
  add_count_option(app_, "--window", number_, 1, "how many");
  EXPECT_THROW(app_.parse("--window 0"), CLI::ValidationError);
  EXPECT_THROW(app_.parse("--window many"), CLI::ValidationError);
  app_.parse("--window 1");
  EXPECT_EQ(number_, 1);
}

}  // namespace
}  // namespace assay::cli
