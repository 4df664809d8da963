#include "text/shown.h"

#include <gtest/gtest.h>

namespace assay::text {
namespace {

TEST(Shown, LeavesWhatCanBeSeen) {
  EXPECT_EQ(shown(""), "");
  EXPECT_EQ(shown("data.csv:2: `Zoë` 東京 🏔"), "data.csv:2: `Zoë` 東京 🏔");
}

TEST(Shown, SpellsOutWhatATerminalWouldObey) {
  EXPECT_EQ(shown("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(shown(std::string_view("\x1b[31m\0\x7f", 7)), "\\x1b[31m\\x00\\x7f");
  EXPECT_EQ(shown("\xC2\x9B"
                  "31m"),
            "\\u009b31m");
  EXPECT_EQ(shown("\xE2\x80\xAE"
                  "x\xE2\x80\xA8"),
            "\\u202ex\\u2028");
}

TEST(Shown, SpellsOutBytesThatAreNotUtf8) {
  EXPECT_EQ(shown("a\xFF\xC3"), "a\\xff\\xc3");
  EXPECT_EQ(shown("\xE2\x80"), "\\xe2\\x80");
}

TEST(Shown, LosesTheMiddleOfLongTexts) {
  std::string text = "in.csv:2: `";
  for (int i = 0; i < 10'000; ++i) text += "é";
  const std::string cut = shown(text + "` is not a number");
  EXPECT_LE(cut.size(), kMostShown);
  EXPECT_EQ(cut.find("in.csv:2: `éé"), 0U);
  EXPECT_NE(cut.find("é … é"), std::string::npos);
  EXPECT_NE(cut.find("éé` is not a number"), std::string::npos);
  EXPECT_TRUE(shown(cut) == cut);
}

}  // namespace
}  // namespace assay::text
