#include "nlp/python_regex.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::nlp {
namespace {

std::string found(std::string_view pattern, std::string_view text) {
  const auto regex = PythonRegex::compile(pattern);
  const auto match = regex.value().search(text).value();
  return match ? std::string(text.substr(match->begin, match->end - match->begin)) : "no match";
}

TEST(PythonRegex, ReadsPythonsEscapes) {
  EXPECT_EQ(found(R"([\u00e9\U0001F600])", "x😀"), "😀");
  EXPECT_EQ(found(R"(\x41\.)", "A."), "A.");
  EXPECT_EQ(found(R"([\'\-\]]+)", "a-']b"), "-']");
}

TEST(PythonRegex, TakesBracketsInClassesLiterally) {
  EXPECT_EQ(found("[[:x]+", "a[:x"), "[:x");
  EXPECT_EQ(found("[]a]+", "]a"), "]a");
  EXPECT_EQ(found("[^]a]", "]ab"), "b");
}

TEST(PythonRegex, HasPythonsIdeaOfWhiteSpace) {
  EXPECT_EQ(found(R"(\s)", "a\x1f"), "\x1f");
  EXPECT_EQ(found(R"(\S+)", "\u3000ab\x1c"), "ab");
  EXPECT_EQ(found(R"([\s,]+)", "a,\u2028 b"), ",\u2028 ");
}

TEST(PythonRegex, MatchesWordsAndDigitsOfAnyScript) {
  EXPECT_EQ(found(R"(\w+)", "…日本_1é…"), "日本_1é");
  EXPECT_EQ(found(R"(\d+)", "x٣4²"), "٣4");
}

TEST(PythonRegex, RefusesWhatHasNoFaithfulTranslation) {
  for (const char* pattern : {"(?P<n>x)", "(?(1)a|b)", R"((a)\1)", R"([\S])", "a{,3}", "(*FAIL)",
                              R"(\uD8)", "(?s)x", "\\"}) {
    const auto regex = PythonRegex::compile(pattern);
    ASSERT_FALSE(regex) << pattern;
    EXPECT_EQ(regex.error().code, ErrorCode::kUnsupported) << pattern;
  }
  EXPECT_FALSE(PythonRegex::compile("(unclosed"));
}

TEST(PythonRegex, FindsAllMatchesFromLeftToRight) {
  const auto regex = PythonRegex::compile("a+|(?=b)");
  const auto matches = regex->find_all("aabca").value();
  std::vector<std::pair<std::size_t, std::size_t>> bounds;
  for (const RegexMatch& match : matches) bounds.emplace_back(match.begin, match.end);
  EXPECT_THAT(bounds, testing::ElementsAre(std::pair(0, 2), std::pair(2, 2), std::pair(4, 5)));
}

TEST(PythonRegex, MatchesOnlyAtTheStart) {
  const auto regex = PythonRegex::compile("b+");
  EXPECT_FALSE(*regex->matches_start("abb"));
  EXPECT_TRUE(*regex->matches_start("bba"));
}

TEST(PythonRegex, FindsTheSameSuffixNearTheEndAsFromTheFront) {
  const auto regex = PythonRegex::compile(R"(\.\.+$|…$|(?<=[0-9])km$|(?<=é)\.$)");
  for (const std::string& text :
       {std::string(300, 'x') + "12km", std::string(300, '.'), "é" + std::string(99, '.'),
        std::string(200, 'y') + "é.", std::string("a…"), std::string("km"), std::string()}) {
    const auto quick = regex->search_suffix(text).value();
    const auto slow = regex->search(text).value();
    ASSERT_EQ(quick.has_value(), slow.has_value()) << text;
    EXPECT_EQ(quick ? quick->begin : 0, slow ? slow->begin : 0) << text;
  }
}

TEST(PythonRegex, GivesUpOnAWordThatNoLimitCanHold) {
  const auto regex = PythonRegex::compile("(?:a|aa)+(?:a|aa)+(?:a|aa)+$");
  const auto match = regex->search(std::string(5000, 'a') + "b");
  ASSERT_FALSE(match);
  EXPECT_EQ(match.error().code, ErrorCode::kInvalidInput);
}

}  // namespace
}  // namespace assay::nlp
