#include "nlp/regex_reach.h"

#include <gtest/gtest.h>

namespace assay::nlp {
namespace {

TEST(SuffixReach, CountsCharactersOfTheLongestAlternative) {
  const auto reach = suffix_reach(R"(,$|\)$|’s$|[\u00A6)\]|]$|(?<=[0-9])(?:km|km/h|м²)$)");
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->characters, 4U);
  EXPECT_FALSE(reach->has_runs);
}

TEST(SuffixReach, LeavesLookAroundOut) {
  EXPECT_EQ(suffix_reach(R"((?<=[A-Z][A-Z])\.$)")->characters, 1U);
}

TEST(SuffixReach, AcceptsRunsOfOneCharacter) {
  const auto reach = suffix_reach(R"(\.\.+$|!$)");
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->characters, 1U);
  EXPECT_TRUE(reach->has_runs);
  EXPECT_TRUE(suffix_reach("-+$")->has_runs);
}

TEST(SuffixReach, KnowsNothingOfUnboundedPatterns) {
  EXPECT_FALSE(suffix_reach(R"([a-z]+$)"));
  EXPECT_FALSE(suffix_reach(R"(\w+$)"));
  EXPECT_FALSE(suffix_reach(R"(ab+$)"));
  EXPECT_FALSE(suffix_reach(R"(a{2,}$)"));
  EXPECT_FALSE(suffix_reach(R"(x$|y)"));
  EXPECT_FALSE(suffix_reach(R"(x\$)"));
  EXPECT_FALSE(suffix_reach(R"((a)$)"));
  EXPECT_FALSE(suffix_reach(".+$"));
  EXPECT_FALSE(suffix_reach(""));
}

}  // namespace
}  // namespace assay::nlp
