#include "nlp/hash_embedding.h"

#include <gmock/gmock.h>

namespace assay::nlp {
namespace {

using ::testing::ElementsAre;

// The expected keys are what thinc's Ops.hash returned.
TEST(HashEmbedding, KeysEqualThincs) {
  EXPECT_THAT(embedding_keys(0x0, 8), ElementsAre(0x0U, 0x0U, 0x0U, 0x0U));
  EXPECT_THAT(embedding_keys(0x1, 13),
              ElementsAre(0x4b830d94U, 0x50dad0ebU, 0x12fb99d7U, 0xc74c6bfcU));
  EXPECT_THAT(embedding_keys(0xfedcba9876543210, 9),
              ElementsAre(0xfcb62428U, 0xeac09d04U, 0xfa434002U, 0x9b68ed26U));
}

TEST(HashEmbedding, SumsFourRows) {
  constexpr std::size_t kWidth = 8;
  std::vector<float> rows;
  for (std::size_t i = 0; i < 5 * kWidth; ++i) rows.push_back(static_cast<float>(i));
  const HashEmbedding table(TokenAttribute::kSpacy, 8, kWidth, rows);
  TokenIds token;
  token.followed_by_space = true;
  std::vector<float> output(kWidth);
  table.embed(token, output.data());
  std::vector<float> expected(kWidth);
  for (const std::uint32_t key : embedding_keys(1, 8)) {
    for (std::size_t i = 0; i < kWidth; ++i) expected[i] += rows[key % 5 * kWidth + i];
  }
  EXPECT_EQ(output, expected);
}

TEST(HashEmbedding, ReadsTheNamedAttribute) {
  const TokenIds token{1, 2, 3, 4, true, false};
  EXPECT_EQ(attribute_of(token, TokenAttribute::kNorm), 1U);
  EXPECT_EQ(attribute_of(token, TokenAttribute::kPrefix), 2U);
  EXPECT_EQ(attribute_of(token, TokenAttribute::kSuffix), 3U);
  EXPECT_EQ(attribute_of(token, TokenAttribute::kShape), 4U);
  EXPECT_EQ(attribute_of(token, TokenAttribute::kSpacy), 1U);
  EXPECT_EQ(attribute_of(token, TokenAttribute::kIsSpace), 0U);
}

}  // namespace
}  // namespace assay::nlp
