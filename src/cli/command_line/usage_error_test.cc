#include "cli/command_line/usage_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "cli/command.h"
#include "cli/command_line/option_kinds.h"

namespace assay::cli {
namespace {

// A small program: `assay score [--metric NAME] input`, `assay models list`.
class UsageError : public testing::Test {
 protected:
  UsageError() : app_("", "assay"), commands_(app_) {
    app_.require_subcommand(1);
    CLI::App* score = commands_.add({"score", "Score", ""}, [] { return ExitCode::kGood; });
    add_choice_option(*score, "--metric", metric_, {"q2", "overlap"}, "which");
    score->add_option("IN", input_, "what; - for standard input")->required();
    CLI::App* models = commands_.add_group({"models", "Models", ""});
    commands_.add_to(models, {"list", "List", ""}, [] { return ExitCode::kGood; });
  }

  Error error_of(const std::vector<std::string>& arguments) {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
      app_.parse(reversed);
    } catch (const CLI::ParseError& error) {
      return describe_usage_error(app_, error, arguments);
    }
    ADD_FAILURE() << "the command line was accepted";
    return {};
  }

  CLI::App app_;
  Commands commands_;
  std::string metric_, input_;
};

TEST_F(UsageError, UnknownCommandNamesTheNearest) {
  const Error error = error_of({"scoer", "x"});
  EXPECT_EQ(error.code, ErrorCode::kInvalidOption);
  EXPECT_EQ(error.message, "`assay` has no command `scoer`");
  EXPECT_EQ(error.hint, "did you mean `score`?");
}

TEST_F(UsageError, UnknownCommandOfAGroup) {
  const Error error = error_of({"models", "lits"});
  EXPECT_EQ(error.message, "`assay models` has no command `lits`");
  EXPECT_EQ(error.hint, "did you mean `list`?");
}

TEST_F(UsageError, UnknownOptionNamesTheNearest) {
  const Error error = error_of({"score", "in.jsonl", "--metrics=q2"});
  EXPECT_EQ(error.message, "`assay score` has no option `--metrics`");
  EXPECT_EQ(error.hint, "did you mean `--metric`?");
}

TEST_F(UsageError, OptionUnlikeAnyPointsToTheHelp) {
  const Error error = error_of({"score", "in.jsonl", "--zebra"});
  EXPECT_EQ(error.message, "`assay score` has no option `--zebra`");
  EXPECT_EQ(error.hint, "see `assay score --help`");
}

TEST_F(UsageError, WrongChoiceNamesTheNearest) {
  const Error error = error_of({"score", "in.jsonl", "--metric", "overlp"});
  EXPECT_THAT(error.message, testing::HasSubstr("did you mean `overlap`?"));
}

TEST_F(UsageError, OneInputIsTaken) {
  const Error error = error_of({"score", "a.jsonl", "b.jsonl"});
  EXPECT_THAT(error.message, testing::HasSubstr("takes one input file, or - for standard input"));
  EXPECT_THAT(error.hint, testing::HasSubstr("cat A B | assay score - ..."));
}

TEST_F(UsageError, AnOptionOfOneValueIsGivenOnce) {
  const Error error = error_of({"score", "in.jsonl", "--metric", "q2", "--metric=overlap"});
  EXPECT_EQ(error.message, "`--metric` is given twice, and takes one value");
}

TEST_F(UsageError, MissingArgument) {
  EXPECT_EQ(error_of({"score"}).message, "IN is required");
}

TEST(EmptyValue, IsFoundBehindAnEqualsSign) {
  const std::vector<std::string> empty = {"score", "--cache=", "in.jsonl"};
  const auto error = find_empty_value(empty);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "`--cache=` has no value");
  const std::vector<std::string> good = {"score", "--cache=a", "--field", "a=", "--", "--b="};
  EXPECT_FALSE(find_empty_value(good));
  const std::vector<std::string> other = {"train", "pair", "--base="};
  EXPECT_FALSE(find_empty_value(other));
}

}  // namespace
}  // namespace assay::cli
