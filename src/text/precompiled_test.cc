#include "text/precompiled.h"

#include <gmock/gmock.h>

#include "text/segment.h"

namespace assay::text {
namespace {

// A character map whose trie has paths of one byte only: each of `bytes` leads to its text.
std::string map_of_bytes(const std::vector<std::pair<unsigned char, std::string>>& bytes) {
  // The children of the root stand at 256 xor their byte; that of a byte, its leaf, at 512 xor it.
  std::vector<std::uint32_t> units(1024);
  std::string texts;
  units[0] = 256U << 10;
  for (const auto& [byte, text] : bytes) {
    units[256U ^ byte] = 768U << 10 | 1U << 8 | byte;
    units[256U ^ byte ^ 768U] = 1U << 31 | static_cast<std::uint32_t>(texts.size());
    texts += text + '\0';
  }
  std::string result;
  const auto append = [&](std::uint32_t number) {
    for (int shift = 0; shift < 32; shift += 8) {
      result.push_back(static_cast<char>(number >> shift & 0xFF));
    }
  };
  append(static_cast<std::uint32_t>(units.size() * 4));
  for (const std::uint32_t unit : units) append(unit);
  return result + texts;
}

std::string normalized(const std::string& map, std::string_view text) {
  Normalizer normalizer;
  normalizer.add(make_precompiled(Charsmap::parse(map).value()));
  return normalizer.apply(text).value().text();
}

TEST(Precompiled, ReplacesCharacters) {
  const std::string map = map_of_bytes({{'\t', " "}, {'x', "yes"}, {'-', ""}});
  EXPECT_EQ(normalized(map, "a\tb"), "a b");
  EXPECT_EQ(normalized(map, "x-x"), "yesyes");
  EXPECT_EQ(normalized(map, "é"), "é");
}

TEST(Precompiled, WhatFollowsAPrefixInAShortClusterIsLost) {
  const std::string map = map_of_bytes({{'e', "E"}});
  EXPECT_EQ(normalized(map, "e\u0301!"), "E!");
  EXPECT_EQ(normalized(map, "e\u0301\u0301\u0301!"), "E\u0301\u0301\u0301!") << "seven bytes";
}

TEST(Precompiled, RangesLeadBack) {
  const std::string map = map_of_bytes({{'x', "yes"}});
  Normalizer normalizer;
  normalizer.add(make_precompiled(Charsmap::parse(map).value()));
  const MappedText normal = normalizer.apply("ax東").value();
  EXPECT_EQ(normal.text(), "ayes東");
  EXPECT_EQ(normal.source(1, 4), (ByteRange{1, 2}));
  EXPECT_EQ(normal.source(4, 7), (ByteRange{2, 5}));
}

TEST(Charsmap, DamageIsRefused) {
  const std::string good = map_of_bytes({{'x', "yes"}});
  ASSERT_TRUE(Charsmap::parse(good).has_value());
  for (std::size_t size = 0; size < good.size() - 4; ++size) {
    const auto charsmap = Charsmap::parse(std::string_view(good).substr(0, size));
    ASSERT_FALSE(charsmap.has_value()) << size;
    ASSERT_EQ(charsmap.error().code, ErrorCode::kCorrupt);
  }
  std::string no_text = good;
  no_text[no_text.size() - 4] = '\xFF';
  EXPECT_EQ(Charsmap::parse(no_text).error().code, ErrorCode::kCorrupt);
  EXPECT_FALSE(Charsmap::parse(std::string(4, '\xFF') + good.substr(4)).has_value());
}

// Any byte of the trie changed: refused, or a map that still works.
TEST(Charsmap, EveryChangedByteIsHarmless) {
  const std::string good = map_of_bytes({{'x', "yes"}, {'e', "東"}});
  for (std::size_t i = 0; i < good.size(); i += 3) {
    std::string changed = good;
    changed[i] = static_cast<char>(changed[i] ^ 0x5A);
    if (Charsmap::parse(changed)) normalized(changed, "xe\u0301x e x");
  }
}

std::vector<std::size_t> cluster_sizes(std::string_view text) {
  const MappedChars chars = to_mapped_chars(text);
  std::vector<std::size_t> sizes;
  for (std::size_t begin = 0; begin < chars.size();) {
    const std::size_t end = cluster_end(chars, begin);
    sizes.push_back(end - begin);
    begin = end;
  }
  return sizes;
}

TEST(Segment, GraphemeClusters) {
  using testing::ElementsAre;
  EXPECT_THAT(cluster_sizes("a\r\nb\n\r"), ElementsAre(1, 2, 1, 1, 1));
  EXPECT_THAT(cluster_sizes("e\u0301\u0323x\n\u0301"), ElementsAre(3, 1, 1, 1));
  EXPECT_THAT(cluster_sizes("한\u1112\u1161\u11AB글"), ElementsAre(1, 3, 1));
  EXPECT_THAT(cluster_sizes("\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7\U0001F1EB"),
              ElementsAre(2, 2, 1));
  EXPECT_THAT(cluster_sizes("\U0001F469\u200D\U0001F467a\u200D\U0001F467"), ElementsAre(3, 2, 1));
  EXPECT_THAT(cluster_sizes("\u0915\u094D\u0937\u0915\u0937"), ElementsAre(3, 1, 1));
  EXPECT_THAT(cluster_sizes("\u0600a"), ElementsAre(2));
}

TEST(Segment, LettersAndNumbers) {
  EXPECT_EQ(segment_classes(U'é') & 3, kLetter);
  EXPECT_EQ(segment_classes(U'½') & 3, kNumber);
  EXPECT_EQ(segment_classes(U'-') & 3, 0);
  EXPECT_EQ(segment_classes(0x10D50) & 3, kLetter) << "of Unicode 16";
  EXPECT_EQ(stand_in(U'a'), U'a');
  EXPECT_NE(stand_in(0x10D50), char32_t{0x10D50});
}

}  // namespace
}  // namespace assay::text
