#include "nlp/json_values.h"

#include <gtest/gtest.h>

namespace assay::nlp {
namespace {

TEST(JsonValues, ReadsMapsWithNumbersAsKeys) {
  const auto value = parse_msgpack_values("\x82\x05\xA1x\xA1k\x93\xC3\xC0\xFF");
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, nlohmann::json::parse(R"({"5": "x", "k": [true, null, -1]})"));
}

TEST(JsonValues, RefusesTextsThatAreNotUtf8) {
  EXPECT_EQ(parse_msgpack_values("\xA1\xFF").error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(parse_json_values("\"\xFF\"").error().code, ErrorCode::kCorrupt);
}

TEST(JsonValues, RefusesWhatJsonCannotHold) {
  using std::string_view_literals::operator""sv;
  EXPECT_EQ(parse_msgpack_values("\xC4\x01x").error().code, ErrorCode::kCorrupt);       // binary
  EXPECT_EQ(parse_msgpack_values("\x81\xC0\x01"sv).error().code, ErrorCode::kCorrupt);  // null key
  EXPECT_EQ(parse_json_values("{").error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace assay::nlp
