#include "nlp/kernels.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "nlp/packed_matrix.h"

namespace assay::nlp {
namespace {

using ::testing::FloatEq;
using ::testing::Pointwise;

std::vector<float> random_floats(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values) value = normal(generator);
  return values;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// Overlapping input rows, as the encoder uses them.
struct AffineCase {
  std::size_t rows;
  std::size_t depth = 40;
  std::size_t panels = 9;
  std::size_t input_stride = 16;

  std::vector<float> run(const Kernels& kernels) const {
    const std::vector<float> input = random_floats(rows * input_stride + depth, 1);
    const std::vector<float> weights = random_floats(panels * kPanel * depth, 2);
    const std::vector<float> bias = random_floats(panels * kPanel, 3);
    std::vector<float> output(rows * panels * kPanel);
    kernels.affine({.input = input.data(),
                    .input_stride = input_stride,
                    .rows = rows,
                    .weights = weights.data(),
                    .depth = depth,
                    .panels = panels,
                    .bias = bias.data(),
                    .output = output.data(),
                    .output_stride = panels * kPanel});
    return output;
  }
};

TEST(Kernels, AffineEqualsItsDefinition) {
  const std::vector<float> weights = random_floats(19 * 5, 4);
  const std::vector<float> input = random_floats(7 * 5, 5);
  const std::vector<float> bias = random_floats(19, 6);
  const AffineLayer layer{PackedMatrix(weights, 19, 5), padded_copy(bias)};
  std::vector<float> output(7 * layer.weights.stride());
  layer.apply(input.data(), 5, 7, output.data(), layer.weights.stride());
  for (std::size_t row = 0; row < 7; ++row) {
    for (std::size_t o = 0; o < 19; ++o) {
      float sum = 0;
      for (std::size_t k = 0; k < 5; ++k) {
        sum = std::fma(input[row * 5 + k], weights[o * 5 + k], sum);
      }
      EXPECT_EQ(output[row * layer.weights.stride() + o], sum + bias[o]);
    }
  }
}

TEST(Kernels, ARowDoesNotDependOnTheOtherRows) {
  const std::vector<float> most = AffineCase{200}.run(best_kernels());
  for (const std::size_t rows : {1U, 2U, 3U, 7U, 12U, 95U, 97U}) {
    const std::vector<float> fewer = AffineCase{rows}.run(best_kernels());
    EXPECT_EQ(std::memcmp(fewer.data(), most.data(), fewer.size() * sizeof(float)), 0) << rows;
  }
}

TEST(Kernels, EveryInstructionSetGivesTheSameAffineBits) {
  const Kernels* avx2 = avx2_kernels();
  if (avx2 == nullptr) GTEST_SKIP() << "no AVX2 here";
  for (const std::size_t rows : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 100U}) {
    EXPECT_TRUE(same_bits(AffineCase{rows}.run(*avx2), AffineCase{rows}.run(portable_kernels())))
        << rows;
  }
}

std::vector<float> run_vector_kernels(const Kernels& kernels) {
  constexpr std::size_t kWidth = 24;
  constexpr std::size_t kPieces = 3;
  const std::vector<float> rows = random_floats(4 * kPieces * kWidth, 7);
  const std::vector<float> bias = random_floats(kPieces * kWidth, 8);
  const std::vector<float> scale = random_floats(kWidth, 9);
  const std::vector<float> shift = random_floats(kWidth, 10);
  const float* const pointers[] = {rows.data(), rows.data() + kPieces * kWidth};
  std::vector<float> output(4 * kWidth);
  kernels.sum_maxout({.rows = pointers,
                      .row_count = 2,
                      .bias = bias.data(),
                      .width = kWidth,
                      .pieces = kPieces,
                      .output = output.data()});
  kernels.pair_maxout({.products = rows.data(),
                       .product_stride = kPieces * kWidth,
                       .bias = bias.data(),
                       .width = kWidth,
                       .pieces = kPieces,
                       .first = output.data() + kWidth,
                       .second = output.data() + 2 * kWidth});
  kernels.normalize({.input = output.data(),
                     .width = kWidth,
                     .scale = scale.data(),
                     .shift = shift.data(),
                     .residual = output.data() + kWidth,
                     .output = output.data() + 3 * kWidth});
  return output;
}

TEST(Kernels, EveryInstructionSetGivesTheSameVectorBits) {
  const Kernels* avx2 = avx2_kernels();
  if (avx2 == nullptr) GTEST_SKIP() << "no AVX2 here";
  EXPECT_TRUE(same_bits(run_vector_kernels(*avx2), run_vector_kernels(portable_kernels())));
}

TEST(Kernels, SumMaxoutTakesTheLargestPieceOfTheSum) {
  const std::vector<float> first = {1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1};
  const std::vector<float> second(16, 10);
  const std::vector<float> bias = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
  const float* const rows[] = {first.data(), second.data()};
  std::vector<float> output(8);
  best_kernels().sum_maxout({.rows = rows,
                             .row_count = 2,
                             .bias = bias.data(),
                             .width = 8,
                             .pieces = 2,
                             .output = output.data()});
  EXPECT_THAT(output, Pointwise(FloatEq(), {19, 18, 17, 16, 15, 16, 17, 18}));
}

TEST(Kernels, NormalizeGivesMeanZeroAndVarianceOne) {
  const std::vector<float> input = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<float> ones(8, 1);
  const std::vector<float> zeros(8, 0);
  std::vector<float> output(8);
  best_kernels().normalize({.input = input.data(),
                            .width = 8,
                            .scale = ones.data(),
                            .shift = zeros.data(),
                            .residual = nullptr,
                            .output = output.data()});
  float sum = 0;
  float squares = 0;
  for (const float value : output) {
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum, 0, 1e-6);
  EXPECT_NEAR(squares / 8, 1, 1e-6);
  EXPECT_NEAR(output[7], 3.5 / std::sqrt(5.25), 1e-6);
}

}  // namespace
}  // namespace assay::nlp
