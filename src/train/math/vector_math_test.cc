#include "train/math/vector_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace assay::train {
namespace {

constexpr float kHidden = -1e30F;  // as attention hides the keys behind a query

std::vector<double> softmax(const std::vector<float>& scores) {
  const double top = *std::max_element(scores.begin(), scores.end());
  std::vector<double> shares;
  double sum = 0;
  for (const float score : scores) sum += shares.emplace_back(std::exp(score - top));
  for (double& share : shares) share /= sum;
  return shares;
}

std::vector<float> drawn(std::size_t count, double spread, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> score(0, spread);
  std::vector<float> made(count);
  for (float& one : made) one = static_cast<float>(score(random));
  return made;
}

TEST(VectorMath, SoftmaxIsThatOfDoubles) {
  for (const std::size_t columns : {1U, 7U, 16U, 33U, 200U}) {
    for (const double spread : {1.0, 10.0, 60.0}) {
      std::vector<float> found = drawn(columns, spread, 3);
      const auto expected = softmax(found);
      softmax_rows(found.data(), 1, columns);
      for (std::size_t i = 0; i < columns; ++i) {
        EXPECT_NEAR(found[i], expected[i], 1e-5 * expected[i] + 1e-27) << columns << " " << spread;
      }
    }
  }
}

// A product with numbers below the smallest normal one costs a hundred times as much: training with
// hidden keys took more than twice as long when they had a share of exp(-87).
TEST(VectorMath, HiddenKeysHaveNoShareAndNobodyHasATinyOne) {
  constexpr std::size_t kRows = 64;
  std::vector<float> shares = drawn(kRows * kRows, 50, 5);
  for (std::size_t row = 0; row < kRows; ++row) {
    std::fill_n(shares.begin() + static_cast<std::ptrdiff_t>(row * kRows + row + 1),
                kRows - row - 1, kHidden);
  }
  softmax_rows(shares.data(), kRows, kRows);
  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::size_t key = 0; key < kRows; ++key) {
      const float share = shares[row * kRows + key];
      EXPECT_NE(std::fpclassify(share), FP_SUBNORMAL) << row << " " << key;
      if (key > row) {
        EXPECT_EQ(share, 0.0F) << row << " " << key;
      }
    }
  }
}

TEST(VectorMath, SoftmaxHasTheGradientOfItsFormula) {
  constexpr std::size_t kColumns = 21;
  std::vector<float> shares = drawn(kColumns, 2, 7);
  std::vector<float> gradient = drawn(kColumns, 1, 8);
  const auto exact = softmax(shares);
  softmax_rows(shares.data(), 1, kColumns);
  double mean = 0;
  for (std::size_t i = 0; i < kColumns; ++i) mean += exact[i] * static_cast<double>(gradient[i]);
  std::vector<double> expected;
  for (std::size_t i = 0; i < kColumns; ++i) {
    expected.push_back(exact[i] * (static_cast<double>(gradient[i]) - mean) * .5);
  }
  softmax_rows_backward(shares.data(), gradient.data(), 1, kColumns, .5F);
  for (std::size_t i = 0; i < kColumns; ++i) EXPECT_NEAR(gradient[i], expected[i], 1e-6);
}

}  // namespace
}  // namespace assay::train
