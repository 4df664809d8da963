#include "nlp/attribute_ruler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <nlohmann/json.hpp>

namespace assay::nlp {
namespace {

using nlohmann::json;

Result<AttributeRuler> ruler_of(const json& entries) {
  const std::vector<std::uint8_t> bytes = json::to_msgpack(entries);
  return AttributeRuler::from_msgpack({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

// Tokens of "word/TAG/dep".
class Sentence {
 public:
  explicit Sentence(std::vector<std::array<const char*, 3>> words) {
    const Lexicon lexicon = Lexicon::load("no such folder").value();
    for (const auto& [text, tag, dep] : words) {
      TokenAnalysis& token = tokens.emplace_back();
      token.text = text;
      token.lexeme = &lexemes_.emplace_back(lexicon.make(text));
      token.tag = tag;
      token.dep = dep;
    }
  }

  std::vector<TokenAnalysis> tokens;

 private:
  std::deque<Lexeme> lexemes_;
};

TEST(AttributeRuler, LetsLaterRulesWin) {
  const auto ruler = ruler_of({
      {{"patterns", {{{{"TAG", "MD"}}}}}, {"attrs", {{"POS", "AUX"}, {"MORPH", "VerbType=Mod"}}}},
      {{"patterns", {{{{"TAG", "MD"}, {"LOWER", "can"}}}}},
       {"attrs", {{"MORPH", "VerbForm=Fin|Number=Sing"}, {"LEMMA", "can"}}},
       {"index", 0}},
  });
  Sentence sentence({{"Can", "MD", "aux"}, {"might", "MD", "aux"}, {"x", "NN", "obj"}});
  ASSERT_TRUE(ruler->apply(sentence.tokens));
  EXPECT_EQ(sentence.tokens[0].pos, "AUX");
  EXPECT_EQ(sentence.tokens[0].lemma, "can");
  EXPECT_EQ(sentence.tokens[0].morph->verb_form, "Fin");
  EXPECT_EQ(sentence.tokens[0].morph->number, "Sing");
  EXPECT_EQ(sentence.tokens[1].pos, "AUX");
  EXPECT_EQ(sentence.tokens[1].lemma, "");
  EXPECT_EQ(sentence.tokens[2].pos, "");
}

TEST(AttributeRuler, MatchesRowsOfTokensAndCountsFromEitherEnd) {
  const json row = {{{"LOWER", "gon"}}, {{"LOWER", {{"REGEX", "^n[ao]$"}}}}};
  const auto ruler = ruler_of({
      {{"patterns", {row}}, {"attrs", {{"LEMMA", "go"}}}, {"index", 0}},
      {{"patterns", {row}}, {"attrs", {{"LEMMA", "to"}}}, {"index", -1}},
  });
  Sentence sentence({{"gon", "VB", ""}, {"Na", "TO", ""}, {"gon", "VB", ""}});
  ASSERT_TRUE(ruler->apply(sentence.tokens));
  EXPECT_EQ(sentence.tokens[0].lemma, "go");
  EXPECT_EQ(sentence.tokens[1].lemma, "to");
  EXPECT_EQ(sentence.tokens[2].lemma, "");
}

TEST(AttributeRuler, UnderstandsListsAndFlags) {
  const auto ruler = ruler_of({
      {{"patterns", {{{{"DEP", {{"NOT_IN", {"det", ""}}}}, {"TAG", {{"IN", {"DT", "WDT"}}}}}}}},
       {"attrs", {{"POS", "PRON"}}}},
      {{"patterns", {{{{"IS_SPACE", true}}}}}, {"attrs", {{"TAG", "_SP"}, {"DEP", "dep"}}}},
      {{"patterns", {{{{"TEXT", "That"}}}, {{{"IS_PUNCT", true}}}}}, {"attrs", {{"LEMMA", "x"}}}},
  });
  Sentence sentence({{"That", "DT", "nsubj"}, {"the", "DT", "det"}, {"\n", "NN", "ROOT"}});
  ASSERT_TRUE(ruler->apply(sentence.tokens));
  EXPECT_EQ(sentence.tokens[0].pos, "PRON");
  EXPECT_EQ(sentence.tokens[0].lemma, "x");
  EXPECT_EQ(sentence.tokens[1].pos, "");
  EXPECT_EQ(sentence.tokens[2].tag, "_SP");
  EXPECT_EQ(sentence.tokens[2].dep, "dep");
}

TEST(AttributeRuler, MatchesBeforeItSets) {
  const auto ruler = ruler_of({
      {{"patterns", {{{{"TAG", "A"}}}}}, {"attrs", {{"TAG", "B"}}}},
      {{"patterns", {{{{"TAG", "B"}}}}}, {"attrs", {{"POS", "wrong"}}}},
  });
  Sentence sentence({{"x", "A", ""}});
  ASSERT_TRUE(ruler->apply(sentence.tokens));
  EXPECT_EQ(sentence.tokens[0].tag, "B");
  EXPECT_EQ(sentence.tokens[0].pos, "");
}

TEST(AttributeRuler, RefusesUnknownKeysByName) {
  const auto message = [](const json& pattern, const json& attributes) {
    const auto ruler = ruler_of({{{"patterns", {{pattern}}}, {"attrs", attributes}}});
    EXPECT_EQ(ruler.error().code, ErrorCode::kUnsupported);
    return ruler.error().message;
  };
  EXPECT_THAT(message({{"TAG", "A"}, {"OP", "+"}}, {{"POS", "X"}}), testing::HasSubstr("`OP`"));
  EXPECT_THAT(message({{"LENGTH", 3}}, {{"POS", "X"}}), testing::HasSubstr("`LENGTH`"));
  EXPECT_THAT(message({{"LOWER", {{"FUZZY", "x"}}}}, {{"POS", "X"}}),
              testing::HasSubstr("`FUZZY`"));
  EXPECT_THAT(message({{"TAG", "A"}}, {{"NORM", "x"}}), testing::HasSubstr("`NORM`"));
}

TEST(AttributeRuler, RefusesDamagedFiles) {
  EXPECT_EQ(AttributeRuler::from_msgpack("").error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(ruler_of(json::object()).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(ruler_of({{{"patterns", json::array()}}}).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(ruler_of({{{"patterns", {json::array()}}, {"attrs", json::object()}}}).error().code,
            ErrorCode::kCorrupt);
  EXPECT_EQ(ruler_of({{{"patterns", {{{{"TAG", "A"}}}}}, {"attrs", {{"POS", "X"}}}, {"index", 1}}})
                .error()
                .code,
            ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace assay::nlp
