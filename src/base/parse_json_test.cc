#include "base/parse_json.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

using namespace std::string_view_literals;

TEST(ParseJson, ReadsOneValue) {
  EXPECT_EQ(parse_json(R"( {"a": [1, "\u0000"]} )")["a"][0], 1);
}

TEST(ParseJson, WhatIsNoJsonIsDiscarded) {
  for (const auto text : {""sv, "{"sv, "1 2"sv, "\xFF"sv}) {
    EXPECT_TRUE(parse_json(text).is_discarded()) << text;
  }
}

TEST(ParseJson, ANulDoesNotEndTheText) {
  for (const auto text : {"{}\0"sv, "{}\0{}"sv, "\0{}"sv, "[1,\0 2]"sv}) {
    EXPECT_TRUE(parse_json(text).is_discarded()) << text;
  }
}

}  // namespace
}  // namespace assay::base
