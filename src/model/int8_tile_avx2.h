#pragma once
// The inner loop that products and attention share; only for sources compiled for AVX2.

#include <immintrin.h>

#include "model/int8_products.h"

namespace assay::model {
namespace {

constexpr std::size_t kColumnStep = 16;  // columns computed together,
constexpr std::size_t kVectors = 2;      // as vectors of 8, side by side

// kRowStep x kColumnStep sums over `depth`.
inline void sum_tile(const std::int16_t* input, std::size_t stride, const std::int16_t* panel,
                     std::size_t depth, __m256i sums[kRowStep][kVectors]) {
  for (std::size_t r = 0; r < kRowStep; ++r) {
    for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = _mm256_setzero_si256();
  }
  for (std::size_t k = 0; k < depth; k += 2) {
    const auto* weights = reinterpret_cast<const __m256i*>(panel + k * kColumnStep);
    const __m256i w0 = _mm256_load_si256(weights);
    const __m256i w1 = _mm256_load_si256(weights + 1);
    for (std::size_t r = 0; r < kRowStep; ++r) {
      std::int32_t pair;
      __builtin_memcpy(&pair, input + r * stride + k, sizeof pair);
      const __m256i a = _mm256_set1_epi32(pair);
      sums[r][0] = _mm256_add_epi32(sums[r][0], _mm256_madd_epi16(a, w0));
      sums[r][1] = _mm256_add_epi32(sums[r][1], _mm256_madd_epi16(a, w1));
      // Without this the compiler fetches all rows first, which leaves too few registers for the
      // sums: they would go through memory in every step.
      asm volatile("" : "+x"(sums[r][0]), "+x"(sums[r][1]));
    }
  }
}

}  // namespace
}  // namespace assay::model
