#pragma once
// What happens to the sums of a product on their way to memory, eight columns at a time.
//
// Every source of kernels includes this for itself: in an unnamed namespace, because each is
// compiled for other instructions, and the linker would keep one function for all of them. The
// operations are the same ones everywhere, so that results are the same bits.

#include <immintrin.h>

#include "model/int8_products.h"

namespace assay::model {
namespace {

// e^x for x <= 0 down to where it vanishes; relative error below 2e-7.
inline __m256 exp_negative(__m256 x) {
  x = _mm256_max_ps(x, _mm256_set1_ps(-87.0F));
  const __m256 n = _mm256_round_ps(_mm256_mul_ps(x, _mm256_set1_ps(1.44269504F)),
                                   _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  __m256 r = _mm256_fnmadd_ps(n, _mm256_set1_ps(0.693145752F), x);  // ln 2 in two parts
  r = _mm256_fnmadd_ps(n, _mm256_set1_ps(1.42860677e-6F), r);
  __m256 p = _mm256_set1_ps(1.0F / 720.0F);
  p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0F / 120.0F));
  p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0F / 24.0F));
  p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0F / 6.0F));
  p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(0.5F));
  p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0F));
  p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0F));
  const __m256i power =
      _mm256_slli_epi32(_mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127)), 23);
  return _mm256_mul_ps(p, _mm256_castsi256_ps(power));
}

// x * (1 + erf(x / sqrt 2)) / 2 with erf by Abramowitz and Stegun 7.1.26 (absolute error 1.5e-7).
inline __m256 gelu(__m256 x) {
  const __m256 sign_bit = _mm256_set1_ps(-0.0F);
  const __m256 z = _mm256_mul_ps(x, _mm256_set1_ps(0.70710678F));
  const __m256 a = _mm256_andnot_ps(sign_bit, z);
  const __m256 one = _mm256_set1_ps(1.0F);
  const __m256 t = _mm256_div_ps(one, _mm256_fmadd_ps(a, _mm256_set1_ps(0.3275911F), one));
  __m256 p = _mm256_set1_ps(1.061405429F);
  p = _mm256_fmadd_ps(p, t, _mm256_set1_ps(-1.453152027F));
  p = _mm256_fmadd_ps(p, t, _mm256_set1_ps(1.421413741F));
  p = _mm256_fmadd_ps(p, t, _mm256_set1_ps(-0.284496736F));
  p = _mm256_fmadd_ps(p, t, _mm256_set1_ps(0.254829592F));
  p = _mm256_mul_ps(p, t);
  const __m256 decay = exp_negative(_mm256_xor_ps(sign_bit, _mm256_mul_ps(a, a)));
  const __m256 erf_abs = _mm256_fnmadd_ps(p, decay, one);
  const __m256 erf = _mm256_or_ps(erf_abs, _mm256_and_ps(sign_bit, z));
  return _mm256_mul_ps(_mm256_mul_ps(x, _mm256_set1_ps(0.5F)), _mm256_add_ps(one, erf));
}

// Eight values to eight 16-bit integers.
inline void store_quantised(__m256 values, __m256 factors, __m256 low, __m256 high,
                            std::int16_t* out) {
  const __m256 scaled = _mm256_mul_ps(values, factors);
  const __m256i whole = _mm256_cvtps_epi32(_mm256_min_ps(_mm256_max_ps(scaled, low), high));
  const __m128i narrow =
      _mm_packs_epi32(_mm256_castsi256_si128(whole), _mm256_extracti128_si256(whole, 1));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), narrow);
}

struct StoreFloats {
  float* out;
  std::size_t columns;

  void operator()(std::size_t row, std::size_t column, __m256 value) const {
    _mm256_storeu_ps(out + row * columns + column, value);
  }
};

struct StoreQuantised {
  const Quantiser& to;
  std::int16_t* out;
  std::size_t columns;

  void operator()(std::size_t row, std::size_t column, __m256 value) const {
    store_quantised(value, _mm256_loadu_ps(to.factors + column), _mm256_set1_ps(to.low),
                    _mm256_set1_ps(to.high), out + row * columns + column);
  }
};

struct StoreGelu {
  StoreQuantised next;

  void operator()(std::size_t row, std::size_t column, __m256 value) const {
    next(row, column, gelu(value));
  }
};

// The table of kernels over Sums::multiply_with(product, store), which hands every group of eight
// results to store(row, column, values).
template <typename Sums>
constexpr ProductKernels product_kernels(std::size_t depth_step, std::size_t column_step,
                                         decltype(ProductKernels::scratch_bytes) scratch_bytes,
                                         decltype(ProductKernels::pack_weights) pack_weights) {
  return {depth_step,
          column_step,
          scratch_bytes,
          pack_weights,
          [](const Product& p, float* out) {
            Sums::multiply_with(p, StoreFloats{out, p.columns});
          },
          [](const Product& p, const Quantiser& to, std::int16_t* out) {
            Sums::multiply_with(p, StoreQuantised{to, out, p.columns});
          },
          [](const Product& p, const Quantiser& to, std::int16_t* out) {
            Sums::multiply_with(p, StoreGelu{{to, out, p.columns}});
          }};
}

}  // namespace
}  // namespace assay::model
