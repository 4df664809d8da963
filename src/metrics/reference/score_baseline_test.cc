#include "metrics/reference/score_baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_files.h"

namespace assay::reference {
namespace {

using ::testing::HasSubstr;

TEST(ScoreBaseline, TakesTheRowOfTheLayer) {
  const TestFolder folder;
  const std::string file =
      folder.write("b.tsv", "LAYER,P,R,F\n0,0.1,0.2,0.3\r\n\n6\t0.5\t0.25\t0.4\n");
  const auto baseline = ScoreBaseline::read(file, 6);
  ASSERT_TRUE(baseline.has_value()) << baseline.error().to_string();
  const MatchScores scores = baseline->rescaled({0.75, 0.25, 1});
  EXPECT_DOUBLE_EQ(scores.precision, 0.5);
  EXPECT_DOUBLE_EQ(scores.recall, 0);
  EXPECT_DOUBLE_EQ(scores.f1, 1);
}

TEST(ScoreBaseline, NamesTheLayerThatIsMissing) {
  const TestFolder folder;
  const std::string file = folder.write("b.tsv", "LAYER,P,R,F\n0,0.1,0.2,0.3\n1,0.1,0.2,0.3\n");
  EXPECT_THAT(ScoreBaseline::read(file, 5).error().message, HasSubstr("no row for layer 5"));
  EXPECT_THAT(ScoreBaseline::read(file, std::nullopt).error().message, HasSubstr("has 2 rows"));
  const std::string one = folder.write("one.tsv", "LAYER,P,R,F\n0,0.1,0.2,0.3\n");
  EXPECT_EQ(ScoreBaseline::read(one, std::nullopt).value().recall, 0.2);
}

TEST(ScoreBaseline, NamesTheLineThatCannotBeRead) {
  for (const char* row : {"0,0.1,0.2", "0,0.1,0.2,x", "0,0.1,0.2,1", "0,0.1,0.2,nan", "a,0,0,0",
                          "0,0.1,0.2,0.3,0.4", "nan,0,0,0", "inf,0,0,0"}) {
    const TestFolder folder;
    const std::string file = folder.write("b.tsv", std::string("LAYER,P,R,F\n") + row + "\n");
    const auto baseline = ScoreBaseline::read(file, 0);
    ASSERT_FALSE(baseline.has_value()) << row;
    EXPECT_EQ(baseline.error().line, 2u);
    EXPECT_EQ(baseline.error().file, file);
  }
  const TestFolder folder;
  const auto headless = ScoreBaseline::read(folder.write("h.tsv", "0,0.1,0.2,0.3\n1,0,0,0\n"), 1);
  ASSERT_FALSE(headless.has_value());
  EXPECT_THAT(headless.error().to_string(), HasSubstr("h.tsv:1: has a row of baselines where"));
  const auto twice =
      ScoreBaseline::read(folder.write("t.tsv", "LAYER,P,R,F\n1,0,0,0\n1,0.1,0,0\n"), 1);
  ASSERT_FALSE(twice.has_value());
  EXPECT_THAT(twice.error().to_string(), HasSubstr("t.tsv:3: has a second row for layer 1"));
  EXPECT_EQ(ScoreBaseline::read("/none/b.tsv", 0).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::reference
