#include "assay/tokenizer.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "text/lower.h"
#include "text/utf8.h"

namespace assay {
namespace {

using testing::ElementsAre;

std::shared_ptr<const Tokenizer> qa_tokenizer() {
  auto tokenizer = Tokenizer::load(ASSAY_SOURCE_DIR "/models/qa/tokenizer.json");
  EXPECT_TRUE(tokenizer.has_value()) << tokenizer.error().to_string();
  return tokenizer.value_or(nullptr);
}

std::vector<std::string> texts_of(std::span<const ByteRange> ranges, std::string_view text) {
  std::vector<std::string> texts;
  for (const ByteRange& range : ranges) {
    texts.emplace_back(text.substr(range.begin, range.end - range.begin));
  }
  return texts;
}

TEST(Tokenizer, TokensKnowWhereTheyStand) {
  const auto tokenizer = qa_tokenizer();
  const std::string text = "Beyoncé  unaffable, 東京!";
  const Tokens tokens = tokenizer->tokenize(text).value();
  EXPECT_THAT(texts_of(tokens.ranges, text),
              ElementsAre("Beyoncé", "una", "ffa", "ble", ",", "東", "京", "!"));
  EXPECT_EQ(tokenizer->token_of(tokens.ids[0]), "beyonce");
  EXPECT_EQ(tokenizer->token_of(tokens.ids[3]), "##ble");
}

TEST(Tokenizer, PairHasTheTemplateOfTheFile) {
  const auto tokenizer = qa_tokenizer();
  const Encoding pair = tokenizer->encode("Who?", "A cat").value();
  std::vector<std::string> names;
  for (const std::uint32_t id : pair.ids) names.push_back(*tokenizer->token_of(id));
  EXPECT_THAT(names, ElementsAre("[CLS]", "who", "?", "[SEP]", "a", "cat", "[SEP]"));
  EXPECT_THAT(pair.type_ids, ElementsAre(0, 0, 0, 0, 1, 1, 1));
  using enum TokenSource;
  EXPECT_THAT(pair.sources,
              ElementsAre(kSpecial, kFirst, kFirst, kSpecial, kSecond, kSecond, kSpecial));
  EXPECT_EQ(pair.ranges[0], (ByteRange{0, 0}));
  EXPECT_EQ(pair.ranges[5], (ByteRange{2, 5}));
  EXPECT_EQ(tokenizer->specials_of_single(), 2U);
  EXPECT_EQ(tokenizer->specials_of_pair(), 3U);
}

TEST(Tokenizer, WindowsAreAssembledFromTokens) {
  const auto tokenizer = qa_tokenizer();
  const std::string context = "one two three four";
  const Tokens question = tokenizer->tokenize("q").value();
  const Tokens tokens = tokenizer->tokenize(context).value();
  const Encoding window = tokenizer->assemble(question.all(), tokens.slice(1, 3));
  EXPECT_EQ(window.ids, tokenizer->encode("q", "two three").value().ids);
  EXPECT_THAT(texts_of(std::span(window.ranges).subspan(3, 2), context),
              ElementsAre("two", "three"));
}

TEST(Tokenizer, EmptyTextHasOnlySpecials) {
  const auto tokenizer = qa_tokenizer();
  EXPECT_EQ(tokenizer->tokenize("").value().size(), 0U);
  EXPECT_THAT(tokenizer->encode("").value().ids, ElementsAre(101, 102));
}

TEST(Tokenizer, InvalidTextIsAnError) {
  const auto result = qa_tokenizer()->tokenize("a\xFF");
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidInput);
}

TEST(Tokenizer, SpansCountCodePoints) {
  const auto tokenizer = qa_tokenizer();
  const std::string text = "é 東 x";
  const std::vector<Span> spans = spans_of(tokenizer->tokenize(text).value().ranges, text);
  ASSERT_EQ(spans.size(), 3U);
  EXPECT_EQ(spans[2].start, 4U);
  EXPECT_EQ(spans[2].byte_start, 7U);
}

std::vector<std::string> torture_texts() {
  std::ifstream file(ASSAY_SOURCE_DIR "/tests/data/unicode_torture.jsonl");
  std::vector<std::string> texts;
  for (std::string line; std::getline(file, line);) {
    texts.push_back(nlohmann::json::parse(line).get<std::string>());
  }
  return texts;
}

// A token of ASCII text is that text in lower case; every range lies on boundaries.
TEST(Tokenizer, OffsetsLeadBackToTheText) {
  const auto tokenizer = qa_tokenizer();
  const auto unknown = tokenizer->id_of("[UNK]");
  std::size_t checked = 0;
  for (const std::string& text : torture_texts()) {
    const Tokens tokens = tokenizer->tokenize(text).value();
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const ByteRange range = tokens.ranges[i];
      ASSERT_LT(range.begin, range.end);
      ASSERT_TRUE(text::is_boundary(text, range.begin) && text::is_boundary(text, range.end));
      const std::string source = text.substr(range.begin, range.end - range.begin);
      if (!text::is_ascii(source) || tokens.ids[i] == unknown) continue;
      if (source.find_first_of(std::string_view("\0\x01\x1F[", 4)) != std::string::npos) continue;
      std::string token = *tokenizer->token_of(tokens.ids[i]);
      if (token.starts_with("##")) token.erase(0, 2);
      ASSERT_EQ(text::to_lower(source), token) << text;
      ++checked;
    }
  }
  EXPECT_GT(checked, 300U);
}

TEST(Tokenizer, MissingFileIsNotFound) {
  EXPECT_EQ(Tokenizer::load("no/such/tokenizer.json").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay
