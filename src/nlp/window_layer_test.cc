#include "nlp/window_layer.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace assay::nlp {
namespace {

constexpr std::size_t kWidth = 16;
constexpr std::size_t kPieces = 3;
constexpr std::size_t kInputs = 3 * kWidth;

std::vector<float> random_floats(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values) value = normal(generator);
  return values;
}

ThincLayer maxout_layer() {
  return {"maxout",
          {},
          {{"W", {{kWidth, kPieces, kInputs}, random_floats(kWidth * kPieces * kInputs, 1)}},
           {"b", {{kWidth, kPieces}, random_floats(kWidth * kPieces, 2)}}}};
}

ThincLayer norm_layer() {
  return {
      "layernorm",
      {},
      {{"G", {{kWidth}, random_floats(kWidth, 3)}}, {"b", {{kWidth}, random_floats(kWidth, 4)}}}};
}

// The layer by its definition, in double precision.
std::vector<double> direct(const std::vector<float>& rows, std::size_t row) {
  const ThincLayer maxout = maxout_layer();
  const ThincLayer norm = norm_layer();
  std::vector<double> largest(kWidth, -1e9);
  for (std::size_t o = 0; o < kWidth * kPieces; ++o) {
    double sum = maxout.parameters.at("b").values[o];
    for (std::size_t k = 0; k < kInputs; ++k) {
      sum +=
          double{rows[(row - 1) * kWidth + k]} * maxout.parameters.at("W").values[o * kInputs + k];
    }
    largest[o / kPieces] = std::max(largest[o / kPieces], sum);
  }
  double mean = 0;
  for (const double value : largest) mean += value / kWidth;
  double variance = 1e-8;
  for (const double value : largest) variance += (value - mean) * (value - mean) / kWidth;
  for (std::size_t i = 0; i < kWidth; ++i) {
    largest[i] = (largest[i] - mean) / std::sqrt(variance) * norm.parameters.at("G").values[i] +
                 norm.parameters.at("b").values[i] + rows[row * kWidth + i];
  }
  return largest;
}

TEST(WindowLayer, EqualsItsDefinitionForEveryRow) {
  const auto layer = WindowLayer::read(maxout_layer(), norm_layer());
  ASSERT_TRUE(layer) << layer.error().to_string();
  const std::vector<float> input = random_floats(8 * kWidth, 5);
  std::vector<float> output(8 * kWidth);
  WindowScratch scratch;
  layer->apply(input.data(), 1, 3, output.data(), scratch);
  for (std::size_t row = 1; row < 7; ++row) {
    const std::vector<double> expected = direct(input, row);
    for (std::size_t i = 0; i < kWidth; ++i) {
      EXPECT_NEAR(output[row * kWidth + i], expected[i], 2e-5) << row << ' ' << i;
    }
  }
}

TEST(WindowLayer, ChunksGiveTheSameBits) {
  const auto layer = WindowLayer::read(maxout_layer(), norm_layer());
  ASSERT_TRUE(layer);
  const std::vector<float> input = random_floats(8 * kWidth, 5);
  std::vector<float> whole(8 * kWidth);
  std::vector<float> parts(8 * kWidth);
  WindowScratch scratch;
  layer->apply(input.data(), 1, 3, whole.data(), scratch);
  layer->apply(input.data(), 1, 1, parts.data(), scratch);
  layer->apply(input.data(), 3, 2, parts.data(), scratch);
  EXPECT_EQ(whole, parts);
}

TEST(WindowLayer, OtherShapesAreErrors) {
  ThincLayer narrow = maxout_layer();
  narrow.parameters["W"] = {{kWidth, kPieces, 8}, std::vector<float>(kWidth * kPieces * 8)};
  EXPECT_EQ(WindowLayer::read(narrow, norm_layer()).error().code, ErrorCode::kCorrupt);
  ThincLayer odd = maxout_layer();
  odd.parameters["W"] = {{5, kPieces, 15}, std::vector<float>(5 * kPieces * 15)};
  odd.parameters["b"] = {{5, kPieces}, std::vector<float>(5 * kPieces)};
  EXPECT_EQ(WindowLayer::read(odd, norm_layer()).error().code, ErrorCode::kUnsupported);
  ThincLayer norm = norm_layer();
  norm.parameters["G"] = {{8}, std::vector<float>(8)};
  EXPECT_EQ(WindowLayer::read(maxout_layer(), norm).error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace assay::nlp
