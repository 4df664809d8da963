#include "model/int8_kernels_avx2.h"

#include <immintrin.h>

#include "model/int8_epilogue.h"
#include "model/int8_tile_avx2.h"

namespace assay::model::avx2 {
namespace {

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

std::size_t panel_size(std::size_t width) {
  return width * kColumnStep;
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
