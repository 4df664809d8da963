#include "nlp/spacy_config.h"

#include <gmock/gmock.h>

namespace assay::nlp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kConfig = R"(
# a comment
[nlp]
lang = "xx"
pipeline = ["first","second"]

[a.model]
width = 96
flag = false
name = unquoted

[b]
width = ${a.model:width}
language = ${nlp.lang}
chain = ${b:width}
loop = ${b:loop}
)";

TEST(SpacyConfig, ReadsTypedValues) {
  const auto config = SpacyConfig::parse(kConfig);
  ASSERT_TRUE(config);
  EXPECT_EQ(config->string("nlp", "lang"), "xx");
  EXPECT_EQ(config->size("a.model", "width"), 96U);
  EXPECT_EQ(config->boolean("a.model", "flag"), false);
  EXPECT_EQ(config->string("a.model", "name"), "unquoted");
  EXPECT_THAT(*config->strings("nlp", "pipeline"), ElementsAre("first", "second"));
}

TEST(SpacyConfig, ResolvesReferences) {
  const auto config = SpacyConfig::parse(kConfig);
  ASSERT_TRUE(config);
  EXPECT_EQ(config->size("b", "width"), 96U);
  EXPECT_EQ(config->string("b", "language"), "xx");
  EXPECT_EQ(config->size("b", "chain"), 96U);
  EXPECT_EQ(config->string("b", "loop"), "${b:loop}");
}

TEST(SpacyConfig, WrongTypeNamesSectionAndKey) {
  const auto config = SpacyConfig::parse(kConfig);
  ASSERT_TRUE(config);
  const auto wrong = config->size("nlp", "lang");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("[nlp] lang"));
  EXPECT_EQ(config->find("no", "lang"), nullptr);
  EXPECT_FALSE(config->strings("a.model", "width"));
  EXPECT_FALSE(config->boolean("a.model", "width"));
  EXPECT_FALSE(config->string("a.model", "width"));
}

TEST(SpacyConfig, DamagedLinesAreErrorsWithTheirNumber) {
  EXPECT_EQ(SpacyConfig::parse("[nlp\n").error().line, 1U);
  EXPECT_EQ(SpacyConfig::parse("[nlp]\nno value here\n").error().line, 2U);
  EXPECT_EQ(SpacyConfig::parse("key = 1").error().line, 1U);
}

TEST(SpacyConfig, MissingFileIsNotFound) {
  EXPECT_EQ(SpacyConfig::load("no/such/config.cfg").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::nlp
