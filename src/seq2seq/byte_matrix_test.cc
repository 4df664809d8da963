// Products in 8 bits against plain loops, and the numbers around them.

#include "seq2seq/byte_matrix.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "model/int8_products.h"
#include "seq2seq/row_kernels_avx2.h"

namespace assay::seq2seq {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::Pointwise;

class ByteProducts : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!model::can_multiply_int8()) GTEST_SKIP() << "the processor has no AVX2 and FMA";
  }

  std::vector<float> numbers(std::size_t count) {
    std::normal_distribution<float> normal;
    std::vector<float> drawn(count);
    for (float& one : drawn) one = normal(random_);
    return drawn;
  }

  std::mt19937 random_{7};
};

TEST_F(ByteProducts, RoundsEachRowByItsLargest) {
  const float values[] = {1, -2, .5F, 0, 0, 0, 100, 50, -100};
  const ByteMatrix matrix = ByteMatrix::rounded(values, 3, 3);
  EXPECT_THAT(matrix.values, ElementsAre(64, -127, 32, 0, 0, 0, 127, 64, -127));
  EXPECT_THAT(matrix.scales, ElementsAre(2.0F / 127, 0, 100.0F / 127));
}

// Sizes that fill the kernels' steps and sizes that do not.
TEST_F(ByteProducts, AreCloseToProductsOfFloats) {
  for (const auto& [rows, inputs, outputs] :
       {std::array<std::size_t, 3>{1, 16, 24}, {7, 384, 40}, {13, 24, 16}, {6, 64, 32}}) {
    SCOPED_TRACE(inputs);
    const auto weights = numbers(outputs * inputs);
    const auto biases = numbers(outputs);
    const auto in = numbers(rows * inputs);
    const ByteLinear linear(ByteMatrix::rounded(weights, outputs, inputs), biases);
    ProductSpace space;
    std::vector<float> out(rows * outputs);
    linear.run(in.data(), rows, out.data(), space);
    const float room = .04F * std::sqrt(static_cast<float>(inputs));
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < outputs; ++column) {
        float sum = biases[column];
        for (std::size_t k = 0; k < inputs; ++k) {
          sum += in[row * inputs + k] * weights[column * inputs + k];
        }
        ASSERT_NEAR(out[row * outputs + column], sum, room) << row << ' ' << column;
      }
    }
  }
}

TEST_F(ByteProducts, RowsDoNotSeeEachOther) {
  const ByteLinear narrow(ByteMatrix::rounded(numbers(40 * 24), 40, 24), numbers(40));
  const ByteLinear wide(ByteMatrix::rounded(numbers(40 * 384), 40, 384), numbers(40));
  ProductSpace space;
  const auto in = numbers(9 * 384);
  std::vector<float> all(9 * 40);
  std::vector<float> one(40);
  // One space for products of other sizes: nothing of them may be left.
  wide.run(in.data(), 9, all.data(), space);
  narrow.run(in.data(), 9, all.data(), space);
  for (std::size_t row = 0; row < 9; ++row) {
    wide.run(in.data(), 1, one.data(), space);
    narrow.run(in.data() + row * 24, 1, one.data(), space);
    EXPECT_TRUE(std::equal(one.begin(), one.end(), all.begin() + static_cast<long>(row) * 40));
  }
}

TEST_F(ByteProducts, SoftmaxAddsUpToOne) {
  for (const std::size_t count : {1, 7, 8, 9, 100}) {
    auto values = numbers(count);
    std::vector<double> expected;
    double sum = 0;
    for (const float value : values) sum += std::exp(static_cast<double>(value));
    for (const float value : values) expected.push_back(std::exp(static_cast<double>(value)) / sum);
    avx2::softmax(values.data(), count);
    for (std::size_t i = 0; i < count; ++i) EXPECT_NEAR(values[i], expected[i], 1e-6);
  }
}

TEST_F(ByteProducts, GeluAndDot) {
  std::vector<float> values = {-3, -1, 0, 1, 3, .5F, -.5F, 2, 10, -10};
  std::vector<float> expected;
  for (const float x : values) {
    expected.push_back(static_cast<float>(.5 * x * (1 + std::erf(x / std::sqrt(2.0)))));
  }
  EXPECT_FLOAT_EQ(avx2::dot(values.data(), values.data(), values.size()), 224.5F);
  avx2::gelu(values.data(), values.size());
  EXPECT_THAT(values, Pointwise(FloatNear(1e-5F), expected));
}

}  // namespace
}  // namespace assay::seq2seq
