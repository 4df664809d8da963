#include "cli/command_line/text_width.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::cli {
namespace {

using testing::ElementsAre;

TEST(TextWidth, CountsColumns) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("score"), 5u);
  EXPECT_EQ(display_width("Q²"), 2u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
  EXPECT_EQ(display_width("真实"), 4u);
  EXPECT_EQ(display_width("\xff"), 1u);
}

TEST(TextWidth, ShortensOnCharacterBorders) {
  EXPECT_EQ(shorten("score", 5), "score");
  EXPECT_EQ(shorten("scores", 5), "scor…");
  EXPECT_EQ(shorten("真实的", 4), "真…");
  EXPECT_EQ(shorten("ab", 0), "");
}

TEST(TextWidth, ControlCharactersCannotSteerTheTerminal) {
  EXPECT_EQ(one_line("a\nb\x1b[31mc\td"), "a b [31mc d");
}

TEST(TextWidth, WrapsAtSpaces) {
  EXPECT_THAT(wrap("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrap("a incomprehensible b", 5), ElementsAre("a", "incomprehensible", "b"));
  EXPECT_THAT(wrap("", 5), ElementsAre(""));
  EXPECT_THAT(wrap("  a   b ", 9), ElementsAre("a b"));
}

}  // namespace
}  // namespace assay::cli
