#include "text/normalize.h"

#include <gmock/gmock.h>

#include <random>

#include "text/unicode.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

MappedText normalized(std::unique_ptr<const NormalizerStep> step, std::string_view text) {
  Normalizer normalizer;
  normalizer.add(std::move(step));
  return normalizer.apply(text).value();
}

// The part of `original` that the first occurrence of `part` in the normalised text stands for.
std::string source_of(const MappedText& normal, std::string_view part, std::string_view original) {
  const std::size_t at = normal.text().find(part);
  if (at == std::string::npos) return "not there";
  const ByteRange range =
      normal.source(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + part.size()));
  return std::string(original.substr(range.begin, range.end - range.begin));
}

TEST(Normalize, NoStepsChangeNothing) {
  EXPECT_EQ(Normalizer().apply("Ünchanged 東")->text(), "Ünchanged 東");
}

TEST(Normalize, StepsCompose) {
  Normalizer normalizer;
  normalizer.add(make_unicode_form(UnicodeForm::kNfd))
      .add(make_strip_accents())
      .add(make_lower_case());
  const std::string original = "Le CAFÉ d'Ålesund";
  const MappedText normal = normalizer.apply(original).value();
  EXPECT_EQ(normal.text(), "le cafe d'alesund");
  EXPECT_EQ(source_of(normal, "cafe", original), "CAFÉ");
  EXPECT_EQ(source_of(normal, "alesund", original), "Ålesund");
}

TEST(Normalize, UnicodeForms) {
  EXPECT_EQ(normalized(make_unicode_form(UnicodeForm::kNfc), "e\u0301q\u0323\u0307").text(),
            "éq\u0323\u0307");
  EXPECT_EQ(normalized(make_unicode_form(UnicodeForm::kNfd), "é가").text(), "e\u0301\u1100\u1161");
  EXPECT_EQ(normalized(make_unicode_form(UnicodeForm::kNfkc), "ﬁ①Å").text(), "fi1Å");
  EXPECT_EQ(normalized(make_unicode_form(UnicodeForm::kNfkd), "½").text(), "1\u20442");
}

TEST(Normalize, MarksAreOrderedByClass) {
  EXPECT_EQ(normalized(make_unicode_form(UnicodeForm::kNfd), "a\u0315\u0300\u05AE").text(),
            "a\u05AE\u0300\u0315");
}

// U+11938 composes in Unicode 13 only.
TEST(Normalize, CodePointsAfterUnicode9AreLeftAlone) {
  EXPECT_EQ(normalized(make_unicode_form(UnicodeForm::kNfd), "\U00011938").text(), "\U00011938");
  EXPECT_EQ(normalized(make_unicode_form(UnicodeForm::kNfkc), "\u32FF").text(), "\u32FF");
}

TEST(Normalize, BertCleaning) {
  const std::string original = "Na\u00EFve\u200B\tTÉXT\uFFFD東京";
  const MappedText normal = normalized(make_bert_cleaning({}), original);
  EXPECT_EQ(normal.text(), "naive text 東  京 ");
  EXPECT_EQ(source_of(normal, "naive", original), "Na\u00EFve");
  EXPECT_EQ(source_of(normal, "京", original), "京");
}

TEST(Normalize, ControlCharactersInAscii) {
  const std::string original =
      "a\x01"
      "B";
  const MappedText normal = normalized(make_bert_cleaning({}), original);
  EXPECT_EQ(normal.text(), "ab");
  EXPECT_EQ(source_of(normal, "b", original), "B");
}

TEST(Normalize, Strip) {
  EXPECT_EQ(normalized(make_strip(true, true), " \u3000x y\n").text(), "x y");
  EXPECT_EQ(normalized(make_strip(true, false), "  x ").text(), "x ");
  EXPECT_EQ(normalized(make_strip(false, true), " x  ").text(), " x");
  EXPECT_EQ(normalized(make_strip(true, true), " \t ").text(), "");
}

TEST(Normalize, Prepend) {
  const MappedText normal = normalized(make_prepend("▁"), "東京");
  EXPECT_EQ(normal.text(), "▁東京");
  EXPECT_EQ(source_of(normal, "▁", "東京"), "東");
  EXPECT_EQ(normalized(make_prepend("▁"), "").text(), "");
}

TEST(Normalize, Replace) {
  const MappedText normal = normalized(make_replace("ab", "-東-"), "xababy");
  EXPECT_EQ(normal.text(), "x-東--東-y");
  EXPECT_EQ(source_of(normal, "y", "xababy"), "y");
  EXPECT_EQ(normalized(make_replace("a", ""), "banana").text(), "bnn");
}

TEST(Unicode, LowerCase) {
  EXPECT_EQ(lower_case(U'Z').first, U'z');
  EXPECT_EQ(lower_case(U'Ω').first, U'ω');
  EXPECT_EQ(lower_case(U'Ā').first, U'ā');
  EXPECT_EQ(lower_case(U'ā').first, U'ā');
  EXPECT_EQ(lower_case(0x130).second, char32_t{0x307});
}

TEST(Unicode, Classes) {
  EXPECT_TRUE(is_in(U'_', kWord));
  EXPECT_TRUE(is_in(U'_', kPunctuation));
  EXPECT_TRUE(is_in(U'$', kPunctuation));
  EXPECT_FALSE(is_in(U'€', kPunctuation));
  EXPECT_TRUE(is_in(0x301, kNonspacingMark));
  EXPECT_TRUE(is_in(0x3000, kSpace));
  EXPECT_TRUE(is_in(0x200B, kControl));
  EXPECT_TRUE(is_in(U'½', kNumeric));
  EXPECT_EQ(char_classes(0x10FFFF), 0);
}

std::vector<std::unique_ptr<const NormalizerStep>> all_steps() {
  std::vector<std::unique_ptr<const NormalizerStep>> steps;
  for (const auto form :
       {UnicodeForm::kNfc, UnicodeForm::kNfd, UnicodeForm::kNfkc, UnicodeForm::kNfkd}) {
    steps.push_back(make_unicode_form(form));
  }
  steps.push_back(make_lower_case());
  steps.push_back(make_strip_accents());
  steps.push_back(make_strip(true, true));
  steps.push_back(make_prepend("_é"));
  steps.push_back(make_replace("a", "bb"));
  steps.push_back(make_bert_cleaning({}));
  return steps;
}

std::string random_text(std::mt19937& random) {
  constexpr std::array<char32_t, 14> kSamples{U'a',   U'B',   U' ',   U'É', 0x301,  0x323, U'東',
                                              0xAC01, 0x1100, 0x1161, U'ﬁ', 0x200B, U'😀',  0x344};
  std::string text;
  for (std::size_t i = random() % 12; i > 0; --i) {
    append_utf8(text, kSamples[random() % kSamples.size()]);
  }
  return text;
}

// Whatever the steps: the result is valid, and its parts come from code points of the original, in
// order.
TEST(Normalize, EveryPartComesFromTheOriginal) {
  std::mt19937 random(4);
  for (int round = 0; round < 3000; ++round) {
    Normalizer normalizer;
    for (auto steps = all_steps(); auto& step : steps) {
      if (random() % 4 == 0) normalizer.add(std::move(step));
    }
    const std::string original = random_text(random);
    const MappedText normal = normalizer.apply(original).value();
    ASSERT_FALSE(find_utf8_flaw(normal.text()).has_value());
    std::uint32_t before = 0;
    for (std::size_t offset = 0; offset < normal.text().size();) {
      const auto begin = static_cast<std::uint32_t>(offset);
      next_code_point(normal.text(), offset);
      const ByteRange source = normal.source(begin, static_cast<std::uint32_t>(offset));
      ASSERT_LT(source.begin, source.end);
      ASSERT_LE(source.end, original.size());
      ASSERT_TRUE(is_boundary(original, source.begin) && is_boundary(original, source.end));
      ASSERT_GE(source.begin, before);
      before = source.begin;
    }
  }
}

// The fast path for ASCII and the general one agree: a character that no step touches is put
// behind the text to force the general one.
TEST(Normalize, AsciiFastPathEqualsTheGeneralOne) {
  for (auto steps = all_steps(); auto& step : steps) {
    const std::string ascii = "The quick (brown) Fox_1\tJumps";
    Normalizer normalizer;
    normalizer.add(std::move(step));
    const MappedText fast = normalizer.apply(ascii).value();
    const MappedText general = normalizer.apply(ascii + "ж").value();
    ASSERT_EQ(fast.text() + "ж", general.text());
    for (std::uint32_t i = 0; i < fast.text().size(); ++i) {
      ASSERT_EQ(fast.source(i, i + 1), general.source(i, i + 1));
    }
  }
}

}  // namespace
}  // namespace assay::text
