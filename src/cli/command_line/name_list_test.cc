#include "cli/command_line/name_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> split(const std::string& text) {
  const auto names = split_names(text);
  return names ? *names : std::vector<std::string>{"error: " + names.error().message};
}

TEST(NameList, IsSplitAtCommas) {
  EXPECT_THAT(split("q2"), ElementsAre("q2"));
  EXPECT_THAT(split("q2,my score,v1.2"), ElementsAre("q2", "my score", "v1.2"));
}

TEST(NameList, TakesCommasAndQuotesWithinQuotes) {
  EXPECT_THAT(split(R"("a,b")"), ElementsAre("a,b"));
  EXPECT_THAT(split(R"(q2,"a,b",nli)"), ElementsAre("q2", "a,b", "nli"));
  EXPECT_THAT(split(R"("he said ""no""")"), ElementsAre(R"(he said "no")"));
  EXPECT_THAT(split(R"(6" ruler,q2)"), ElementsAre(R"(6" ruler)", "q2"));
}

TEST(NameList, RefusesEmptyNamesAndOpenQuotes) {
  for (const char* empty : {"", ",", "a,", ",a", "a,,b", R"("")", R"("a",)"})
    EXPECT_THAT(split(empty), ElementsAre("error: the value is empty")) << empty;
  for (const char* open : {R"("a)", R"("a,b)", R"("a"b)", R"("a"")", R"(")"})
    EXPECT_THAT(split(open), ElementsAre(HasSubstr("must end with one"))) << open;
}

TEST(NameList, IsRepeatedOnTheCommandLine) {
  CLI::App app;
  std::vector<std::string> scores;
  add_names_option(app, "-s,--score", scores, "which");
  app.parse(R"(-s q2,nli --score "\"a,b\"")");
  EXPECT_THAT(scores, ElementsAre("q2", "nli", "a,b"));
  EXPECT_THROW(app.parse("-s q2,"), CLI::ParseError);
}

}  // namespace
}  // namespace assay::cli
