#include "cli/command_line/suggest.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::cli {
namespace {

TEST(Suggest, DistanceCountsChangesAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("score", "score"), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("scoer", "score"), 1u);
}

TEST(Suggest, FindsTheNearestWord) {
  const std::vector<std::string> words = {"score", "explain", "models"};
  EXPECT_EQ(nearest("scoer", words), "score");
  EXPECT_EQ(nearest("model", words), "models");
  EXPECT_EQ(nearest("explian", words), "explain");
}

TEST(Suggest, StaysSilentWhenNothingIsNear) {
  const std::vector<std::string> words = {"score", "explain", "models"};
  EXPECT_EQ(nearest("zebra", words), std::nullopt);
  EXPECT_EQ(nearest("score", std::vector<std::string>{}), std::nullopt);
}

TEST(Suggest, TheFirstOfEqualsWins) {
  const std::vector<std::string> words = {"--field", "--fiels"};
  EXPECT_EQ(nearest("--fiel", words), "--field");
}

}  // namespace
}  // namespace assay::cli
