#include "nlp/lexeme.h"

#include <gtest/gtest.h>

#include <msgpack.hpp>

#include "nlp/string_hash.h"

namespace assay::nlp {
namespace {

std::string lookups_file() {
  msgpack::sbuffer buffer;
  msgpack::packer<msgpack::sbuffer> pack(buffer);
  pack.pack_map(1);
  pack.pack("lexeme_norm");
  pack.pack_map(1);
  pack.pack(string_hash("Colour"));
  pack.pack("color");
  return {buffer.data(), buffer.size()};
}

const Lexicon& lexicon() {
  static const Lexicon loaded = Lexicon::from_msgpack(lookups_file()).value();
  return loaded;
}

TEST(WordShape, ShowsClassesAndCutsRunsAtFour) {
  EXPECT_EQ(word_shape("McDonald"), "XxXxxxx");
  EXPECT_EQ(word_shape("C3PO!!"), "XdXX!!");
  EXPECT_EQ(word_shape("1234567"), "dddd");
  EXPECT_EQ(word_shape("日本語ǅ²"), "xxxxd");
  EXPECT_EQ(word_shape("-----"), "----");
  EXPECT_EQ(word_shape("xx"), "xx");
  EXPECT_EQ(word_shape(std::string(99, 'a')), "xxxx");
  EXPECT_EQ(word_shape(std::string(100, 'a')), "LONG");
}

TEST(Lexicon, TakesNormsFromTheTablesThenTheLowerCase) {
  EXPECT_EQ(lexicon().make("Colour").norm, string_hash("color"));
  EXPECT_EQ(lexicon().make("€").norm, string_hash("$"));
  EXPECT_EQ(lexicon().make("House").norm, string_hash("house"));
}

TEST(Lexicon, CutsAffixesByCharacters) {
  const Lexeme lexeme = lexicon().make("Élève");
  EXPECT_EQ(lexeme.prefix, string_hash("É"));
  EXPECT_EQ(lexeme.suffix, string_hash("ève"));
  EXPECT_EQ(lexeme.bytes, 7U);
  EXPECT_EQ(lexeme.code_points, 5U);
  EXPECT_EQ(lexicon().make("a").suffix, string_hash("a"));
}

TEST(Lexicon, FlagsStopWordsPunctuationAndSpace) {
  EXPECT_TRUE(lexicon().make("The").is_stop);
  EXPECT_TRUE(lexicon().make("n’t").is_stop);
  EXPECT_FALSE(lexicon().make("house").is_stop);
  EXPECT_TRUE(lexicon().make("...").is_punct);
  EXPECT_FALSE(lexicon().make("...a").is_punct);
  EXPECT_TRUE(lexicon().make(" \n").is_space);
  EXPECT_FALSE(lexicon().make("$").is_punct);
}

TEST(Lexicon, RefusesDamagedTables) {
  for (std::string_view bytes : {std::string_view(""), std::string_view("\x93\x01\x02"),
                                 std::string_view("\x81\xABlexeme_norm\x81\xA1x\xA1y")}) {
    const auto loaded = Lexicon::from_msgpack(bytes);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, ErrorCode::kCorrupt);
  }
}

}  // namespace
}  // namespace assay::nlp
