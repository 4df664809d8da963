#include "nlp/string_hash.h"

#include <gmock/gmock.h>

namespace assay::nlp {
namespace {

// The expected ids are what spaCy's StringStore.add returned for the same strings.
TEST(StringHash, EqualsSpacyForEveryTailLength) {
  EXPECT_EQ(string_hash("a"), 0xa52be5b3f6674b2aU);
  EXPECT_EQ(string_hash("apple"), 0x76e148d25b1513f2U);
  EXPECT_EQ(string_hash("0123456"), 0xd9b23e81758a597bU);
  EXPECT_EQ(string_hash("01234567"), 0x184b056c5e462befU);
  EXPECT_EQ(string_hash("012345678"), 0xdd5da40231832e72U);
  EXPECT_EQ(string_hash("Brad Pitt"), 0x757fe46e0e6fd7a7U);
}

TEST(StringHash, HashesUtf8Bytes) {
  EXPECT_EQ(string_hash("naïve café 😀"), 0x004d2025727ac6efU);
}

TEST(StringHash, EmptyIsZero) {
  EXPECT_EQ(string_hash(""), 0U);
}

TEST(StringHash, PredefinedStringsHaveSmallIds) {
  EXPECT_EQ(string_hash("IS_ALPHA"), 1U);
  EXPECT_EQ(string_hash("ID"), 64U);
  EXPECT_EQ(string_hash("mark"), 423U);
  EXPECT_EQ(string_hash("nsubj"), 429U);
  EXPECT_NE(string_hash("Mark"), 423U);
}

}  // namespace
}  // namespace assay::nlp
