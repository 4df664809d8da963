#include "text/utf8.h"

#include <gmock/gmock.h>

namespace assay::text {
namespace {

using testing::HasSubstr;

void expect_flaw(std::string_view text, std::size_t byte, std::string_view why) {
  const auto flaw = find_utf8_flaw(text);
  ASSERT_TRUE(flaw.has_value()) << testing::PrintToString(text);
  EXPECT_EQ(flaw->byte, byte);
  EXPECT_EQ(flaw->why, why);
}

TEST(Utf8, ValidTexts) {
  for (const std::string_view text :
       {std::string_view(""), std::string_view("plain"), std::string_view("\0nul", 4),
        std::string_view("Zürich – 東京 😀"), std::string_view("\xEF\xBF\xBF"),
        std::string_view("\xED\x9F\xBF\xEE\x80\x80"), std::string_view("\xF4\x8F\xBF\xBF")}) {
    EXPECT_FALSE(find_utf8_flaw(text).has_value()) << testing::PrintToString(text);
  }
}

TEST(Utf8, FlawsAreNamedWithTheirFirstByte) {
  expect_flaw("ab\x80", 2, "a continuation byte with nothing to continue");
  expect_flaw("\xC0\xAF", 0, "an overlong form");
  expect_flaw("é\xE0\x80\xAF", 2, "an overlong form");
  expect_flaw("\xF0\x8F\xBF\xBF", 0, "an overlong form");
  expect_flaw("0123456789\xED\xA0\x80", 10, "a surrogate");
  expect_flaw("\xF4\x90\x80\x80", 0, "beyond U+10FFFF");
  expect_flaw("\xF5\x80\x80\x80", 0, "beyond U+10FFFF");
  expect_flaw("\xFF", 0, "a byte that UTF-8 never uses");
  expect_flaw("x\xE2\x82", 1, "a sequence that is cut short");
  expect_flaw("\xE2\x28\xA1", 0, "a sequence that is cut short");
  expect_flaw("\xC3", 0, "a sequence that is cut short");
}

TEST(Utf8, ErrorSaysByteAndReason) {
  const auto result = check_utf8("caf\xE9");
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidInput);
  EXPECT_THAT(result.error().message,
              HasSubstr("not valid UTF-8 at byte 3: 0xE9 is a sequence that is cut short"));
}

// Every code point there is goes through encoder, checker and decoder unchanged.
TEST(Utf8, EveryCodePointRoundTrips) {
  std::string bytes;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    bytes.clear();
    append_utf8(bytes, c);
    ASSERT_EQ(bytes.size(), utf8_length(c));
    ASSERT_FALSE(find_utf8_flaw(bytes).has_value()) << std::hex << static_cast<unsigned>(c);
    std::size_t offset = 0;
    ASSERT_EQ(next_code_point(bytes, offset), c);
    ASSERT_EQ(offset, bytes.size());
  }
}

TEST(Utf8, CountsAndAscii) {
  EXPECT_EQ(count_code_points("naïve 😀"), 7U);
  EXPECT_TRUE(is_ascii("exactly sixteen!"));
  EXPECT_FALSE(is_ascii("seventeen bytes é"));
  EXPECT_TRUE(is_boundary("é", 0));
  EXPECT_FALSE(is_boundary("é", 1));
  EXPECT_TRUE(is_boundary("é", 2));
  EXPECT_FALSE(is_boundary("é", 3));
}

}  // namespace
}  // namespace assay::text
