#include "model/span_decoding.h"

#include <gmock/gmock.h>

#include <vector>

namespace assay::model {
namespace {

using ::testing::Optional;

// Token 0 is the null answer, 1 and 2 the question, 3 to 7 the context, 8 a separator.
constexpr std::size_t kBegin = 3;
constexpr std::size_t kEnd = 8;

TEST(BestValid, TakesTheBestSpanInsideTheContext) {
  const std::vector<float> start = {0, 9, 9, 1, 5, 0, 0, 0, 9};
  const std::vector<float> end = {1, 9, 9, 0, 0, 4, 0, 0, 9};
  const DecodedSpan decoded = decode_best_valid(start, end, kBegin, kEnd);
  EXPECT_THAT(decoded.span, Optional(TokenSpan{4, 5}));
  EXPECT_DOUBLE_EQ(decoded.margin, 8);
}

TEST(BestValid, NeverEndsBeforeItStarts) {
  const std::vector<float> start = {0, 0, 0, 0, 0, 0, 7, 0, 0};
  const std::vector<float> end = {0, 0, 0, 7, 0, 0, 0, 1, 0};
  EXPECT_THAT(decode_best_valid(start, end, kBegin, kEnd).span, Optional(TokenSpan{6, 7}));
}

TEST(BestValid, KeepsAnswersShort) {
  std::vector<float> start(60, 0);
  std::vector<float> end(60, 0);
  start[1] = 5;
  end[40] = 9;
  end[30] = 2;
  const auto span = decode_best_valid(start, end, 1, 60).span;
  ASSERT_TRUE(span);
  EXPECT_LE(span->last - span->first + 1, kMaxAnswerTokens);
  EXPECT_EQ(span->last, 40U);
}

TEST(BestValid, EmptyContextHasNoSpan) {
  const std::vector<float> logits(4, 1);
  EXPECT_FALSE(decode_best_valid(logits, logits, 3, 3).span);
}

TEST(Independent, TakesBothMaximaApart) {
  const std::vector<float> start = {0, 0, 0, 1, 5, 0, 0, 0, 0};
  const std::vector<float> end = {1, 0, 0, 0, 0, 0, 4, 0, 0};
  EXPECT_THAT(decode_independent(start, end, kBegin, kEnd).span, Optional(TokenSpan{4, 6}));
}

TEST(Independent, EndBeforeStartIsNoAnswer) {
  const std::vector<float> start = {0, 0, 0, 0, 0, 0, 7, 0, 0};
  const std::vector<float> end = {0, 0, 0, 7, 0, 0, 0, 1, 0};
  EXPECT_FALSE(decode_independent(start, end, kBegin, kEnd).span);
}

TEST(Independent, FirstTokenAndQuestionAreNoAnswer) {
  std::vector<float> start(9, 0);
  std::vector<float> end(9, 0);
  start[0] = end[0] = 3;
  EXPECT_FALSE(decode_independent(start, end, kBegin, kEnd).span);
  start[1] = end[2] = 5;
  EXPECT_FALSE(decode_independent(start, end, kBegin, kEnd).span);
}

}  // namespace
}  // namespace assay::model
