#include "engine/json_slices.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <random>

namespace assay::engine {
namespace {

TEST(JsonSlices, MembersKeepTheirSpelling) {
  const auto members = slice_object(R"( { "a" : 1.50 , "b\"": [ {"x":"}"} , 2 ],"c":"" } )");
  ASSERT_EQ(members.size(), 3U);
  EXPECT_EQ(members[0].key, "\"a\"");
  EXPECT_EQ(members[0].value, "1.50");
  EXPECT_EQ(members[1].key, R"("b\"")");
  EXPECT_EQ(members[1].value, R"([ {"x":"}"} , 2 ])");
  EXPECT_EQ(members[2].value, "\"\"");
  EXPECT_TRUE(slice_object("{}").empty());
  EXPECT_TRUE(slice_object("[1]").empty());
}

TEST(JsonSlices, CompactLeavesStringsAlone) {
  EXPECT_EQ(compact_json("[ 1 ,\t\"a b\\\" c\" , { } ]"), "[1,\"a b\\\" c\",{}]");
}

TEST(JsonSlices, FindsWhereTextStopsBeingJson) {
  EXPECT_EQ(find_json_flaw(R"({"a":[1,2]})"), std::nullopt);
  EXPECT_EQ(find_json_flaw("{\"a\" 1}"), 5U);
  EXPECT_EQ(find_json_flaw("{\"a\":1"), 6U);
  EXPECT_EQ(find_json_flaw("{} x"), 3U);
  EXPECT_TRUE(find_json_flaw(R"("\ud800")"));
  EXPECT_TRUE(find_json_flaw(""));
}

TEST(JsonSlices, DeepNestingIsNoDanger) {
  const std::string deep(1000000, '[');
  EXPECT_EQ(find_json_flaw(deep), deep.size());
  EXPECT_EQ(slice_object("{\"a\":" + deep).size(), 1U);
}

TEST(JsonSlices, FindsAKeyThatStandsTwice) {
  const auto found = find_duplicate_key(R"(["{", {"text":"a"}, {"text":"a","te\u0078t":"b"}])");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->item, 2U);
  EXPECT_EQ(found->key, "text");
  const auto deep = find_duplicate_key(R"([{"a":[{"b":1,"b":1}]}])");
  ASSERT_TRUE(deep);
  EXPECT_EQ(deep->item, 0U);
  EXPECT_EQ(deep->key, "b");
  EXPECT_FALSE(find_duplicate_key(R"([{"a":{"a":1},"b":[{"a":1},{"a":1}]},{"a":1}])"));
  EXPECT_FALSE(find_duplicate_key("[]"));
}

TEST(JsonSlices, DecodesStringsLikeAJsonParser) {
  const std::vector<std::string> pieces = {"\\n",     "\\\"",           "\\\\",    "\\/", "\\b",
                                           "\\u00e9", "\\uD83D\\uDE00", "\\u0000", "é",   "a"};
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    std::string quoted = "\"";
    for (std::size_t n = random() % 6; n > 0; --n) quoted += pieces[random() % pieces.size()];
    quoted += '"';
    EXPECT_EQ(decode_json_string(quoted), nlohmann::json::parse(quoted).get<std::string>());
  }
}

TEST(JsonSlices, RefusesWhatIsNoString) {
  for (const char* text : {"1", "", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"",
                           "\"\\ud800\\u0041\"", "\"\\\""}) {
    EXPECT_EQ(decode_json_string(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace assay::engine
