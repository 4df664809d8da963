#include "metrics/reference/bleu_score.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::reference {
namespace {

using Smoothing = BleuOptions::Smoothing;

// Six tokens against eight: 5 words, 3 pairs, 1 triple shared, nothing longer.
const BleuCounts kCounts{
    .response_tokens = 6, .other_tokens = 8, .shared = {5, 3, 1, 0}, .ngrams = {6, 5, 4, 3}};

double bleu(const BleuCounts& counts, Smoothing smoothing, std::optional<double> value = {},
            bool effective_order = true) {
  return bleu_of(counts, {.smoothing = smoothing, .smooth_value = value}, effective_order).bleu;
}

double mean(double p1, double p2, double p3, double p4) {
  return 100 * std::exp(1 - 8.0 / 6) * std::pow(p1 * p2 * p3 * p4, 0.25);
}

TEST(BleuScore, SmoothsWhatIsNotShared) {
  EXPECT_NEAR(bleu(kCounts, Smoothing::kExp), mean(5 / 6.0, 3 / 5.0, 1 / 4.0, 1 / 6.0), 1e-9);
  EXPECT_NEAR(bleu(kCounts, Smoothing::kFloor), mean(5 / 6.0, 3 / 5.0, 1 / 4.0, .1 / 3), 1e-9);
  EXPECT_NEAR(bleu(kCounts, Smoothing::kFloor, .5), mean(5 / 6.0, 3 / 5.0, 1 / 4.0, .5 / 3), 1e-9);
  EXPECT_NEAR(bleu(kCounts, Smoothing::kAddK), mean(5 / 6.0, 4 / 6.0, 2 / 5.0, 1 / 4.0), 1e-9);
  EXPECT_EQ(bleu(kCounts, Smoothing::kNone), 0);
}

TEST(BleuScore, ShortResponsesCountTheirOwnLengthsOnly) {
  const BleuCounts two{
      .response_tokens = 2, .other_tokens = 2, .shared = {2, 1, 0, 0}, .ngrams = {2, 1, 0, 0}};
  EXPECT_EQ(bleu(two, Smoothing::kExp), 100);
  EXPECT_EQ(bleu(two, Smoothing::kExp, {}, false), 0);
}

TEST(BleuScore, ALongResponseHasNoPenalty) {
  const BleuCounts longer{
      .response_tokens = 9, .other_tokens = 8, .shared = {4, 0, 0, 0}, .ngrams = {9, 8, 7, 6}};
  EXPECT_EQ(bleu_of(longer, {}, true).brevity_penalty, 1);
  EXPECT_NEAR(bleu_of(kCounts, {}, true).brevity_penalty, std::exp(-1 / 3.0), 1e-12);
}

TEST(BleuScore, NothingSharedIsZeroWithEverySmoothing) {
  const BleuCounts none{
      .response_tokens = 4, .other_tokens = 4, .shared = {}, .ngrams = {4, 3, 2, 1}};
  const BleuCounts empty{.response_tokens = 0, .other_tokens = 4};
  for (const Smoothing smoothing :
       {Smoothing::kNone, Smoothing::kFloor, Smoothing::kAddK, Smoothing::kExp}) {
    EXPECT_EQ(bleu(none, smoothing), 0);
    EXPECT_EQ(bleu(empty, smoothing), 0);
  }
}

}  // namespace
}  // namespace assay::reference
