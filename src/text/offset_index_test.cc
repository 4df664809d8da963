#include "text/offset_index.h"

#include <gmock/gmock.h>

#include <random>

#include "text/utf8.h"

namespace assay::text {
namespace {

TEST(OffsetIndex, Ascii) {
  const OffsetIndex index("plain text");
  EXPECT_EQ(index.code_points(), 10U);
  EXPECT_EQ(index.code_point_of_byte(4), 4U);
  EXPECT_EQ(index.byte_of_code_point(10), 10U);
}

TEST(OffsetIndex, Empty) {
  const OffsetIndex index("");
  EXPECT_EQ(index.code_points(), 0U);
  EXPECT_EQ(index.code_point_of_byte(0), 0U);
  EXPECT_EQ(index.byte_of_code_point(0), 0U);
}

TEST(OffsetIndex, Span) {
  const std::string text = "Größe: 12 €";
  const OffsetIndex index(text);
  const Span span = index.span(9, 11);
  EXPECT_EQ(text.substr(span.byte_start, span.byte_end - span.byte_start), "12");
  EXPECT_EQ(span.start, 7U);
  EXPECT_EQ(span.end, 9U);
  const Span same = index.span_of_code_points(7, 9);
  EXPECT_EQ(same.byte_start, 9U);
  EXPECT_EQ(same.byte_end, 11U);
}

std::string random_text(std::mt19937& random, std::size_t code_points) {
  constexpr std::array<char32_t, 6> kSamples{U'a', U' ', U'é', U'東', U'😀', 0x301};
  std::string text;
  for (std::size_t i = 0; i < code_points; ++i) append_utf8(text, kSamples[random() % 6]);
  return text;
}

// Against a walk from the beginning, for every boundary of texts around the block size.
TEST(OffsetIndex, EqualsCountingFromTheStart) {
  std::mt19937 random(20260101);
  for (std::size_t length = 0; length < 300; ++length) {
    const std::string text = random_text(random, length);
    const OffsetIndex index(text);
    ASSERT_EQ(index.code_points(), length);
    std::size_t byte = 0;
    for (std::size_t i = 0; i < length; ++i) {
      ASSERT_EQ(index.code_point_of_byte(byte), i);
      ASSERT_EQ(index.byte_of_code_point(i), byte);
      next_code_point(text, byte);
    }
    ASSERT_EQ(index.code_point_of_byte(text.size()), length);
    ASSERT_EQ(index.byte_of_code_point(length), text.size());
  }
}

TEST(OffsetIndex, LongText) {
  std::string text(1 << 20, 'x');
  text[1000] = '\xC3';
  text[1001] = '\xA9';
  const OffsetIndex index(text);
  EXPECT_EQ(index.code_points(), text.size() - 1);
  EXPECT_EQ(index.code_point_of_byte(1'000'000), 999'999U);
  EXPECT_EQ(index.byte_of_code_point(999'999), 1'000'000U);
}

}  // namespace
}  // namespace assay::text
