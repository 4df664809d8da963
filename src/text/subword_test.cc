// The parts that subword tokenizers use: byte letters, marked spaces, patterns, trimming, decoders,
// numbers of the file.

#include <gmock/gmock.h>

#include "text/byte_level.h"
#include "text/decoder.h"
#include "text/json_reader.h"
#include "text/offset_trimmer.h"
#include "text/pre_tokenizer.h"
#include "text/regex.h"

namespace assay::text {
namespace {

using testing::ElementsAre;

struct Split {
  std::vector<std::string> texts;
  std::vector<ByteRange> sources;
};

Split split(const PreTokenizer& pre_tokenizer, std::string_view text, std::uint32_t base = 0) {
  const MappedText mapped = MappedText::unmoved(std::string(text));
  Pieces pieces(mapped, {0, static_cast<std::uint32_t>(text.size())}, base);
  EXPECT_TRUE(pre_tokenizer.apply(pieces).has_value());
  Split result;
  for (const ByteRange& piece : pieces.ranges()) {
    result.texts.emplace_back(pieces.view(piece));
    result.sources.push_back(pieces.original(piece.begin, piece.end));
  }
  return result;
}

TEST(ByteLevel, LettersAndBytes) {
  EXPECT_EQ(kByteLetters['a'], U'a');
  EXPECT_EQ(kByteLetters[' '], U'Ġ');
  EXPECT_EQ(kByteLetters['\n'], U'Ċ');
  EXPECT_EQ(kByteLetters[0xAD], 0x143U);
  for (unsigned byte = 0; byte < 256; ++byte) EXPECT_EQ(byte_of_letter(kByteLetters[byte]), byte);
  EXPECT_EQ(byte_of_letter(0x144), std::nullopt);
  EXPECT_EQ(byte_of_letter(U' '), std::nullopt);
}

TEST(ByteLevel, SplitsAndWritesLetters) {
  const Split plain = split(*make_byte_level_split({false, true}), "I'll go  to é, 42");
  EXPECT_THAT(plain.texts, ElementsAre("I", "'ll", "Ġgo", "Ġ", "Ġto", "ĠÃ©", ",", "Ġ42"));
  EXPECT_EQ(plain.sources[5], (ByteRange{11, 14}));
  const Split prefixed = split(*make_byte_level_split({true, true}), "a b");
  EXPECT_THAT(prefixed.texts, ElementsAre("Ġa", "Ġb"));
  EXPECT_EQ(prefixed.sources[0], (ByteRange{0, 1}));
  EXPECT_THAT(split(*make_byte_level_split({false, false}), "a b").texts, ElementsAre("aĠb"));
}

TEST(ByteLevel, WhiteSpaceBeforeAWordStaysBehind) {
  const auto pre_tokenizer = make_byte_level_split({false, true});
  EXPECT_THAT(split(*pre_tokenizer, "a \n\n b").texts, ElementsAre("a", "ĠĊĊ", "Ġb"));
  EXPECT_THAT(split(*pre_tokenizer, "a\n\nb").texts, ElementsAre("a", "Ċ", "Ċ", "b"));
  EXPECT_THAT(split(*pre_tokenizer, "a  ").texts, ElementsAre("a", "ĠĠ"));
}

TEST(MarkedSpaces, PrependSchemes) {
  MarkedSpaces options;
  EXPECT_THAT(split(*make_marked_spaces(options), "a  b").texts, ElementsAre("▁a", "▁", "▁b"));
  options.prepend = MarkedSpaces::Prepend::kFirst;
  EXPECT_THAT(split(*make_marked_spaces(options), "a b").texts, ElementsAre("▁a", "▁b"));
  EXPECT_THAT(split(*make_marked_spaces(options), "a b", 7).texts, ElementsAre("a", "▁b"));
  options.prepend = MarkedSpaces::Prepend::kNever;
  options.split = false;
  EXPECT_THAT(split(*make_marked_spaces(options), "a b").texts, ElementsAre("a▁b"));
}

TEST(Regex, PartsCoverTheText) {
  const auto regex = Regex::compile("[0-9]+|x*");
  std::vector<RegexPart> parts;
  ASSERT_TRUE(regex->find_parts("a12", parts).has_value());
  // Empty before "a"; then "12"; an empty match directly behind it does not count.
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].range, (ByteRange{0, 0}));
  EXPECT_EQ(parts[1].range, (ByteRange{0, 1}));
  EXPECT_FALSE(parts[1].is_match);
  EXPECT_EQ(parts[2].range, (ByteRange{1, 3}));
}

TEST(Regex, WhatIsNoExpressionIsRefused) {
  EXPECT_EQ(Regex::compile("(a").error().code, ErrorCode::kCorrupt);
}

TEST(Regex, EndlessBacktrackingIsCutOff) {
  const auto regex = Regex::compile("\\A(?:a|a|aa)+$b");
  std::vector<RegexPart> parts;
  const auto found = regex->find_parts(std::string(60, 'a'), parts);
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().code, ErrorCode::kUnsupported);
}

TEST(Regex, SeesCharactersThatAreNewerThanItsTables) {
  const auto split_letters =
      make_regex_split(Regex::compile(R"(\p{L}+)").value(), Delimiters::kRemoved, true);
  EXPECT_THAT(split(*split_letters, "-\U00010D50\U00010D70-").texts,
              ElementsAre("\U00010D50\U00010D70"));
}

TEST(PatternSplit, Behaviours) {
  const auto with = [](Delimiters behaviour, bool between = false) {
    return split(*make_literal_split("--", behaviour, between), "a--b----").texts;
  };
  EXPECT_THAT(with(Delimiters::kRemoved), ElementsAre("a", "b"));
  EXPECT_THAT(with(Delimiters::kIsolated), ElementsAre("a", "--", "b", "--", "--"));
  EXPECT_THAT(with(Delimiters::kContiguous), ElementsAre("a", "--", "b", "----"));
  EXPECT_THAT(with(Delimiters::kMergedWithPrevious), ElementsAre("a--", "b--", "--"));
  EXPECT_THAT(with(Delimiters::kMergedWithNext), ElementsAre("a", "--b", "--", "--"));
  EXPECT_THAT(with(Delimiters::kRemoved, true), ElementsAre("--", "--", "--"));
}

TEST(OffsetTrimmer, TakesBlanksOff) {
  OffsetTrimmer trimmer;
  trimmer.add(true);
  EXPECT_EQ(trimmer.trim("Ġb", {1, 3}, "a b", false), (ByteRange{2, 3}));
  EXPECT_EQ(trimmer.trim("Ġa", {0, 1}, "a b", true), (ByteRange{0, 1})) << "it was added";
  EXPECT_EQ(trimmer.trim("ĠĠa", {0, 3}, "  a", true), (ByteRange{2, 3}));
  EXPECT_EQ(trimmer.trim("éĠ", {0, 3}, "é x", true), (ByteRange{0, 2}));
  OffsetTrimmer strict;
  strict.add(false);
  EXPECT_EQ(strict.trim("Ġa", {0, 2}, " a", true), (ByteRange{1, 2}));
}

std::string decoded(const Decoder& decoder, std::vector<std::string> tokens) {
  EXPECT_TRUE(decoder.apply(tokens).has_value());
  std::string all;
  for (const std::string& token : tokens) all += token;
  return all;
}

TEST(Decoder, EachKind) {
  EXPECT_EQ(decoded(*make_byte_level_decoder(), {"Ġa", "Ã", "©", "<東>"}), " aé<東>");
  EXPECT_EQ(decoded(*make_byte_level_decoder(), {"Ã", "a"}), "\uFFFDa");
  EXPECT_EQ(decoded(*make_marked_spaces_decoder(U'▁', true), {"▁a", "▁b▁"}), "a b ");
  EXPECT_EQ(decoded(*make_marked_spaces_decoder(U'▁', false), {"▁a"}), " a");
  EXPECT_EQ(decoded(*make_word_piece_decoder("##", true), {"do", "n", "##ot", ",", "it", "'s"}),
            "do not, it's");
  EXPECT_EQ(decoded(*make_suffix_decoder("</w>"), {"a</w>", "b", "c</w>"}), "a bc");
  EXPECT_EQ(decoded(*make_byte_fallback_decoder(), {"<0xC3>", "<0xA9>", "x", "<0xC3>"}),
            "éx\uFFFD");
  EXPECT_EQ(decoded(*make_strip_decoder(U' ', 1, 1), {"  a ", " "}), " a");
  EXPECT_EQ(decoded(*make_replace_decoder(std::string("▁"), " "), {"▁a▁"}), " a ");
  EXPECT_EQ(decoded(*make_replace_decoder(Regex::compile("a+").value(), "-"), {"baab"}), "b-b");
}

// Rounded twice, as serde_json does it: not the nearest double of the second one.
TEST(JsonReader, FractionsAreThoseOfSerde) {
  EXPECT_EQ(read_fraction("-0.5"), -0.5);
  EXPECT_EQ(read_fraction("-15.275492379532281"), -15.27549237953228);
  EXPECT_EQ(read_fraction("1e3"), 1000.0);
  EXPECT_EQ(read_fraction("12.5E-1"), 1.25);
  EXPECT_EQ(read_fraction("123456789012345678901234567890.5"), 1.2345678901234568e29);
  EXPECT_EQ(read_fraction("1e-400"), 0.0);
}

TEST(JsonReader, WhatIsWrongIsCorrupt) {
  for (const std::string text : {"", "{", "[1,]", "\"\xFF\"", "nul", "1e999"}) {
    EXPECT_EQ(read_json(text).error().code, ErrorCode::kCorrupt) << text;
  }
  EXPECT_FALSE(read_json(std::string(200000, '[')).has_value());
  EXPECT_EQ(read_json("{\"a\": [1, -2, 2.5, null, true, \"x\"]}").value().dump(),
            "{\"a\":[1,-2,2.5,null,true,\"x\"]}");
}

}  // namespace
}  // namespace assay::text
