#include "model/int8_kernels_avx2.h"

#include <immintrin.h>

namespace assay::model::avx2 {
namespace {

constexpr std::size_t kVectors = 2;  // of 8 columns, side by side
constexpr std::size_t kPairLanes = 2 * kColumnStep;

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

void expand_panel(const std::int8_t* packed, std::size_t depth, std::int16_t* panel) {
  for (std::size_t at = 0; at < depth * kColumnStep; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(packed + at));
    _mm256_store_si256(reinterpret_cast<__m256i*>(panel + at), _mm256_cvtepi8_epi16(bytes));
  }
}

// Hands every group of eight results to store(row, column, values).
template <typename Store>
inline void multiply_with(const Product& p, Store store) {
  for (std::size_t column = 0; column < p.columns; column += kColumnStep) {
    expand_panel(p.weights + column * p.depth, p.depth, p.panel);
    const __m256 scale[kVectors] = {_mm256_loadu_ps(p.scales + column),
                                    _mm256_loadu_ps(p.scales + column + 8)};
    const __m256 bias[kVectors] = {_mm256_loadu_ps(p.biases + column),
                                   _mm256_loadu_ps(p.biases + column + 8)};
    for (std::size_t row = 0; row < p.rows; row += kRowStep) {
      __m256i sums[kRowStep][kVectors];
      sum_tile(p.input + row * p.depth, p.depth, p.panel, p.depth, sums);
      for (std::size_t r = 0; r < kRowStep; ++r) {
        for (std::size_t v = 0; v < kVectors; ++v) {
          const __m256 value = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums[r][v]), scale[v], bias[v]);
          store(row + r, column + 8 * v, value);
        }
      }
    }
  }
}

inline float sum_lanes(__m256 v) {
  const __m128 four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

inline float max_lanes(__m256 v) {
  const __m128 four = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
}

// Keys `first` to `first` + kColumnStep as a panel; columns past the sequence are zero.
void pack_keys(const Attention& a, std::size_t first) {
  for (std::size_t c = 0; c < kColumnStep; ++c) {
    const std::int16_t* key = first + c < a.length ? a.key + (first + c) * a.stride : nullptr;
    std::int16_t* lane = a.panel + (c / 8) * 16 + (c % 8) * 2;
    for (std::size_t k = 0; k < a.width; k += 2) {
      std::int32_t pair = 0;
      if (key != nullptr) __builtin_memcpy(&pair, key + k, sizeof pair);
      __builtin_memcpy(lane + k * kColumnStep, &pair, sizeof pair);
    }
  }
}

void compute_scores(const Attention& a) {
  const std::size_t stride = scores_stride(a.length);
  const __m256 scale = _mm256_set1_ps(a.scale);
  for (std::size_t first = 0; first < a.length; first += kColumnStep) {
    pack_keys(a, first);
    for (std::size_t row = 0; row < a.query_rows; row += kRowStep) {
      __m256i sums[kRowStep][kVectors];
      sum_tile(a.query + row * a.stride, a.stride, a.panel, a.width, sums);
      for (std::size_t r = 0; r < kRowStep; ++r) {
        float* out = a.scores + (row + r) * stride + first;
        for (std::size_t v = 0; v < kVectors; ++v) {
          _mm256_storeu_ps(out + 8 * v, _mm256_mul_ps(_mm256_cvtepi32_ps(sums[r][v]), scale));
        }
      }
    }
  }
}

// Turns one row of scores into shares that sum to one; what lies past the sequence becomes zero.
void softmax(float* scores, std::size_t length, std::size_t stride) {
  const __m256 nothing = _mm256_set1_ps(-3.0e38F);
  for (std::size_t j = length; j < stride; ++j) scores[j] = -3.0e38F;
  __m256 top = nothing;
  for (std::size_t j = 0; j < stride; j += 8) top = _mm256_max_ps(top, _mm256_loadu_ps(scores + j));
  const __m256 most = _mm256_set1_ps(max_lanes(top));
  __m256 sum = _mm256_setzero_ps();
  for (std::size_t j = 0; j < stride; j += 8) {
    const __m256 share = exp_negative(_mm256_sub_ps(_mm256_loadu_ps(scores + j), most));
    _mm256_storeu_ps(scores + j, share);
    // exp_negative stops at e^-87, which is no zero: lanes past the sequence must not count.
    sum = j + 8 <= length ? _mm256_add_ps(sum, share) : sum;
  }
  float total = sum_lanes(sum);
  for (std::size_t j = length / 8 * 8; j < length; ++j) total += scores[j];
  for (std::size_t j = length; j < stride; ++j) scores[j] = 0.0F;
  const __m256 scale = _mm256_set1_ps(1.0F / total);
  for (std::size_t j = 0; j < stride; j += 8) {
    _mm256_storeu_ps(scores + j, _mm256_mul_ps(_mm256_loadu_ps(scores + j), scale));
  }
}

// Mixes 32 columns of the values for `Rows` rows of shares.
template <std::size_t Rows>
inline void mix(const Attention& a, std::size_t row, std::size_t column) {
  const std::size_t stride = scores_stride(a.length);
  __m256 sums[Rows][4];
  for (auto& of_row : sums) {
    for (__m256& sum : of_row) sum = _mm256_setzero_ps();
  }
  for (std::size_t j = 0; j < a.length; ++j) {
    const float* value = a.value + j * a.stride + column;
    for (std::size_t r = 0; r < Rows; ++r) {
      const __m256 share = _mm256_set1_ps(a.scores[(row + r) * stride + j]);
      for (std::size_t v = 0; v < 4; ++v) {
        sums[r][v] = _mm256_fmadd_ps(share, _mm256_loadu_ps(value + 8 * v), sums[r][v]);
      }
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t v = 0; v < 4; ++v) {
      _mm256_storeu_ps(a.out + (row + r) * a.stride + column + 8 * v, sums[r][v]);
    }
  }
}

}  // namespace

std::size_t packed_size(std::size_t depth, std::size_t columns) {
  return depth * columns;
}

void pack_weights(const std::int8_t* weights, std::size_t depth, std::size_t columns,
                  std::int8_t* packed) {
  for (std::size_t column = 0; column < columns; column += kColumnStep) {
    for (std::size_t k = 0; k < depth; k += 2) {
      for (std::size_t c = 0; c < kColumnStep; ++c) {
        *packed++ = weights[k * columns + column + c];
        *packed++ = weights[(k + 1) * columns + column + c];
      }
    }
  }
  static_assert(kPairLanes == 32);
}

void quantise(const float* values, std::size_t rows, std::size_t width, const Quantiser& to,
              std::int16_t* out) {
  const __m256 low = _mm256_set1_ps(to.low);
  const __m256 high = _mm256_set1_ps(to.high);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t k = 0; k < width; k += 8) {
      store_quantised(_mm256_loadu_ps(values + row * width + k), _mm256_loadu_ps(to.factors + k),
                      low, high, out + row * width + k);
    }
  }
}

void multiply(const Product& product, float* out) {
  multiply_with(product, [&](std::size_t row, std::size_t column, __m256 value) {
    _mm256_storeu_ps(out + row * product.columns + column, value);
  });
}

void multiply_quantise(const Product& product, const Quantiser& to, std::int16_t* out) {
  const __m256 low = _mm256_set1_ps(to.low);
  const __m256 high = _mm256_set1_ps(to.high);
  multiply_with(product, [&](std::size_t row, std::size_t column, __m256 value) {
    store_quantised(value, _mm256_loadu_ps(to.factors + column), low, high,
                    out + row * product.columns + column);
  });
}

void multiply_gelu_quantise(const Product& product, const Quantiser& to, std::int16_t* out) {
  const __m256 low = _mm256_set1_ps(to.low);
  const __m256 high = _mm256_set1_ps(to.high);
  multiply_with(product, [&](std::size_t row, std::size_t column, __m256 value) {
    store_quantised(gelu(value), _mm256_loadu_ps(to.factors + column), low, high,
                    out + row * product.columns + column);
  });
}

std::size_t scores_stride(std::size_t length) {
  return (length + kColumnStep - 1) / kColumnStep * kColumnStep;
}

void attend(const Attention& a) {
  compute_scores(a);
  const std::size_t stride = scores_stride(a.length);
  for (std::size_t row = 0; row < a.query_rows; ++row) {
    softmax(a.scores + row * stride, a.length, stride);
  }
  for (std::size_t column = 0; column < a.width; column += 32) {
    std::size_t row = 0;
    for (; row + 3 <= a.query_rows; row += 3) mix<3>(a, row, column);
    for (; row < a.query_rows; ++row) mix<1>(a, row, column);
  }
}

void normalise(const float* x, const float* y, std::size_t rows, std::size_t width,
               const Normalisation& how, float* out) {
  const float share = 1.0F / static_cast<float>(width);
  for (std::size_t row = 0; row < rows; ++row) {
    const float* a = x + row * width;
    float* to = out + row * width;
    __m256 sum = _mm256_setzero_ps();
    for (std::size_t k = 0; k < width; k += 8) {
      __m256 value = _mm256_loadu_ps(a + k);
      if (y != nullptr) value = _mm256_add_ps(value, _mm256_loadu_ps(y + row * width + k));
      _mm256_storeu_ps(to + k, value);
      sum = _mm256_add_ps(sum, value);
    }
    const __m256 mean = _mm256_set1_ps(sum_lanes(sum) * share);
    __m256 squares = _mm256_setzero_ps();
    for (std::size_t k = 0; k < width; k += 8) {
      const __m256 off = _mm256_sub_ps(_mm256_loadu_ps(to + k), mean);
      squares = _mm256_fmadd_ps(off, off, squares);
    }
    const __m256 deviation =
        _mm256_sqrt_ps(_mm256_set1_ps(sum_lanes(squares) * share + how.epsilon));
    for (std::size_t k = 0; k < width; k += 8) {
      const __m256 off = _mm256_sub_ps(_mm256_loadu_ps(to + k), mean);
      const __m256 scaled =
          _mm256_mul_ps(_mm256_div_ps(off, deviation), _mm256_loadu_ps(how.gamma + k));
      _mm256_storeu_ps(to + k, _mm256_add_ps(scaled, _mm256_loadu_ps(how.beta + k)));
    }
  }
}

}  // namespace assay::model::avx2
