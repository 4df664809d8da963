#include "nlp/lemmatizer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "nlp/string_hash.h"

namespace assay::nlp {
namespace {

using nlohmann::json;

// The file has numbers as keys, which JSON has not.
std::string lookups_file() {
  const std::vector<std::pair<std::string, json>> tables = {
      {"lemma_rules", json::parse(R"([["s", ""], ["es", "e"], ["ies", "y"], ["ves", "f"]])")},
      {"lemma_exc", {{"mice", {"mouse"}}, {"axes", {"axis", "ax"}}}},
      {"lemma_index", {"dog", "lady", "axe"}},
  };
  std::string bytes(1, static_cast<char>(0x83));
  const auto append = [&](const json& value) {
    const std::vector<std::uint8_t> packed = json::to_msgpack(value);
    bytes.append(packed.begin(), packed.end());
  };
  for (const auto& [name, table] : tables) {
    append(name);
    bytes.push_back(static_cast<char>(0x81));
    append(string_hash("noun"));
    append(table);
  }
  return bytes;
}

class LemmatizerTest : public testing::Test {
 protected:
  std::string lemma(const char* text, const char* pos, std::string_view morph = "") {
    const Lexeme lexeme = lexicon_.make(text);
    MorphFeatures features;
    if (morph == "Sing") features.number = "Sing";
    if (morph == "Inf") features.verb_form = "Inf";
    TokenAnalysis token;
    token.text = text;
    token.lexeme = &lexeme;
    token.pos = pos;
    token.morph = morph.empty() ? nullptr : &features;
    return lemmatizer_.lemma(token);
  }

  Lexicon lexicon_ = Lexicon::load("no such folder").value();
  Lemmatizer lemmatizer_ = Lemmatizer::from_msgpack(lookups_file()).value();
};

TEST_F(LemmatizerTest, PrefersKnownForms) {
  EXPECT_EQ(lemma("Dogs", "NOUN"), "dog");
  EXPECT_EQ(lemma("ladies", "NOUN"), "lady");
}

TEST_F(LemmatizerTest, TakesExceptionsFirst) {
  EXPECT_EQ(lemma("mice", "NOUN"), "mouse");
  // The last exception that the rules did not find stands in front.
  EXPECT_EQ(lemma("axes", "NOUN"), "ax");
}

TEST_F(LemmatizerTest, GuessesWithTheFirstRuleForUnknownWords) {
  EXPECT_EQ(lemma("blorps", "NOUN"), "blorp");
  EXPECT_EQ(lemma("GIF", "NOUN"), "GIF");
  EXPECT_EQ(lemma("1980s", "NOUN"), "1980");
}

TEST_F(LemmatizerTest, LeavesBaseFormsAndOtherWordsAlone) {
  EXPECT_EQ(lemma("Bus", "NOUN", "Sing"), "bus");
  EXPECT_EQ(lemma("Goes", "VERB", "Inf"), "goes");
  EXPECT_EQ(lemma("Paris", "PROPN"), "Paris");
  EXPECT_EQ(lemma("Those", "PRON"), "those");
  EXPECT_EQ(lemma("\n", "SPACE"), "\n");
  EXPECT_EQ(lemma("Words", ""), "words");
}

TEST(LemmatizerFile, RefusesDamage) {
  const auto code = [](std::string_view bytes) {
    return Lemmatizer::from_msgpack(bytes).error().code;
  };
  EXPECT_EQ(code(""), ErrorCode::kCorrupt);
  EXPECT_EQ(code("\x80"), ErrorCode::kCorrupt);
  EXPECT_EQ(code(lookups_file().substr(0, 40)), ErrorCode::kCorrupt);
  EXPECT_EQ(code("\x81\xABlemma_rules\x81\xA1x\x90"), ErrorCode::kCorrupt);
  EXPECT_EQ(code("\x81\xABlemma_rules\x81\x05\x91\x91\xA1x"), ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace assay::nlp
