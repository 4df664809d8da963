#include "nlp/msgpack_reader.h"

#include <gmock/gmock.h>

namespace assay::nlp {
namespace {

using namespace std::string_view_literals;

TEST(MsgpackReader, FindsTextAndBinaryKeys) {
  // {"a": 7, b"b": "x", 3: nil}
  constexpr auto kBytes = "\x83\xa1\x61\x07\xc4\x01\x62\xa1x\x03\xc0"sv;
  const auto parsed = parse_msgpack(kBytes);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(as_size(*find_key(parsed->get(), "a")), 7U);
  EXPECT_EQ(as_text(*find_key(parsed->get(), "b")), "x");
  EXPECT_EQ(find_key(parsed->get(), "c"), nullptr);
  EXPECT_EQ(find_key(*find_key(parsed->get(), "a"), "a"), nullptr);
}

TEST(MsgpackReader, TextPointsIntoTheInput) {
  constexpr auto kBytes = "\xa3xyz"sv;
  const auto parsed = parse_msgpack(kBytes);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(as_text(parsed->get())->data(), kBytes.data() + 1);
}

TEST(MsgpackReader, DamageIsAnError) {
  EXPECT_EQ(parse_msgpack("").error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(parse_msgpack("\xa3xy"sv).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(parse_msgpack("\x01\x02"sv).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(parse_msgpack("\xdd\xff\xff\xff\xff"sv).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(parse_msgpack(std::string(100, '\x91') + '\x01').error().code, ErrorCode::kCorrupt);
}

TEST(MsgpackReader, NegativeNumbersAreNoSizes) {
  const auto parsed = parse_msgpack("\xff"sv);
  ASSERT_TRUE(parsed);
  EXPECT_FALSE(as_size(parsed->get()));
  EXPECT_FALSE(as_text(parsed->get()));
}

}  // namespace
}  // namespace assay::nlp
