// Every set of kernels against plain loops: sums are whole numbers, so results are the same bits.

#include "model/int8_products.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

namespace assay::model {
namespace {

struct Kernels {
  const char* name;
  const ProductKernels& table;
};

bool can_run(const Kernels& kernels) {
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (&kernels.table == &kAvx2Products) return avx2;
  return avx2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vnni");
}

// A product of random numbers with the extremes among them.
struct Sample {
  Sample(std::size_t row_count, std::size_t inner, std::size_t column_count, std::int32_t least)
      : rows(row_count), depth(inner), columns(column_count), low(least) {
    std::mt19937 random(static_cast<unsigned>(rows * 31 + depth + columns));
    input.resize(padded_rows(rows) * depth);
    for (auto& value : input) value = static_cast<std::int16_t>(low + extreme(random, 0, 255));
    weights.resize(depth * columns);
    for (auto& value : weights) value = static_cast<std::int8_t>(extreme(random, -128, 127));
    weight_sums.assign(columns, 0);
    for (std::size_t i = 0; i < weights.size(); ++i) weight_sums[i % columns] += weights[i];
    std::uniform_real_distribution<float> real(-1, 1);
    for (std::size_t c = 0; c < columns; ++c) {
      scales.push_back(real(random) * 1e-4F);
      biases.push_back(real(random));
      factors.push_back(20 + 10 * real(random));
    }
  }

  static int extreme(std::mt19937& random, int least, int most) {
    const int any = std::uniform_int_distribution<int>(least, most)(random);
    return random() % 8 == 0 ? (random() % 2 == 0 ? least : most) : any;
  }

  std::vector<float> by_plain_loops() const {
    std::vector<float> out(rows * columns);
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < columns; ++c) {
        std::int32_t sum = 0;
        for (std::size_t k = 0; k < depth; ++k) {
          sum += input[r * depth + k] * weights[k * columns + c];
        }
        out[r * columns + c] = std::fma(static_cast<float>(sum), scales[c], biases[c]);
      }
    }
    return out;
  }

  std::size_t rows, depth, columns;
  std::int32_t low;
  std::vector<std::int16_t> input;
  std::vector<std::int8_t> weights;
  std::vector<std::int32_t> weight_sums;
  std::vector<float> scales, biases, factors;
};

// A Product over the sample with memory for packed weights and scratch.
class Prepared {
 public:
  Prepared(const Sample& sample, const ProductKernels& kernels) : packed_(sample.weights.size()) {
    kernels.pack_weights(sample.weights.data(), sample.depth, sample.columns, packed_.data());
    const std::size_t bytes = (kernels.scratch_bytes(sample.rows, sample.depth) + 63) / 64 * 64;
    scratch_.reset(static_cast<std::uint8_t*>(std::aligned_alloc(64, bytes)));
    product = {sample.input.data(),
               sample.low,
               sample.rows,
               sample.depth,
               sample.columns,
               packed_.data(),
               sample.weight_sums.data(),
               sample.scales.data(),
               sample.biases.data(),
               scratch_.get()};
  }

  Product product;

 private:
  struct Free {
    void operator()(std::uint8_t* memory) const { std::free(memory); }
  };
  std::vector<std::int8_t> packed_;
  std::unique_ptr<std::uint8_t, Free> scratch_;
};

std::vector<Sample> samples() {
  std::vector<Sample> all;
  for (const std::int32_t low : {-255, -117, 0}) {
    for (const std::size_t rows : {1, 6, 13}) {
      all.emplace_back(rows, 64, 32, low);
      all.emplace_back(rows, 1536, 96, low);
    }
  }
  return all;
}

class Int8Products : public ::testing::TestWithParam<Kernels> {
 protected:
  void SetUp() override {
    if (!can_run(GetParam())) GTEST_SKIP() << "this processor lacks the instructions";
  }
};

TEST_P(Int8Products, SumExactly) {
  for (const Sample& sample : samples()) {
    Prepared prepared(sample, GetParam().table);
    std::vector<float> out(padded_rows(sample.rows) * sample.columns);
    GetParam().table.multiply(prepared.product, out.data());
    out.resize(sample.rows * sample.columns);
    EXPECT_EQ(out, sample.by_plain_loops()) << sample.rows << " x " << sample.depth;
  }
}

TEST_P(Int8Products, RoundAndKeepToTheRange) {
  for (const Sample& sample : samples()) {
    Prepared prepared(sample, GetParam().table);
    const Quantiser to{sample.factors.data(), -100, 155};
    std::vector<std::int16_t> out(padded_rows(sample.rows) * sample.columns);
    GetParam().table.multiply_quantise(prepared.product, to, out.data());
    const auto plain = sample.by_plain_loops();
    for (std::size_t i = 0; i < plain.size(); ++i) {
      const float scaled = plain[i] * sample.factors[i % sample.columns];
      ASSERT_EQ(out[i], std::nearbyint(std::min(std::max(scaled, -100.0F), 155.0F)));
    }
  }
}

TEST_P(Int8Products, GeluLiesWithinRoundingOfTheTrueOne) {
  const Sample sample(13, 1536, 96, -117);
  Prepared prepared(sample, GetParam().table);
  const Quantiser to{sample.factors.data(), -10, 245};
  std::vector<std::int16_t> out(padded_rows(sample.rows) * sample.columns);
  GetParam().table.multiply_gelu_quantise(prepared.product, to, out.data());
  const auto plain = sample.by_plain_loops();
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const double x = plain[i];
    const double gelu = x * (1 + std::erf(x / std::sqrt(2.0))) / 2;
    const double scaled = gelu * sample.factors[i % sample.columns];
    ASSERT_NEAR(out[i], std::min(std::max(scaled, -10.0), 245.0), 0.501);
  }
}

TEST_P(Int8Products, AreTheSameBitsAsThoseOfAvx2) {
  for (const Sample& sample : samples()) {
    const Quantiser to{sample.factors.data(), -10, 245};
    std::vector<std::int16_t> mine(padded_rows(sample.rows) * sample.columns);
    std::vector<std::int16_t> others(mine.size());
    Prepared prepared(sample, GetParam().table);
    GetParam().table.multiply_gelu_quantise(prepared.product, to, mine.data());
    Prepared on_avx2(sample, kAvx2Products);
    kAvx2Products.multiply_gelu_quantise(on_avx2.product, to, others.data());
    EXPECT_EQ(mine, others);
  }
}

INSTANTIATE_TEST_SUITE_P(Instructions, Int8Products,
                         ::testing::Values(Kernels{"avx2", kAvx2Products},
                                           Kernels{"vnni", kVnniProducts}),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace assay::model
