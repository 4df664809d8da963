#include "seq2seq/row_kernels_avx2.h"

#include "model/int8_epilogue.h"

namespace assay::seq2seq::avx2 {
namespace {

constexpr std::size_t kLanes = 8;

// Eight numbers from `values` on, or zeros behind the last of `count`.
inline __m256 load_some(const float* values, std::size_t count) {
  if (count >= kLanes) return _mm256_loadu_ps(values);
  float padded[kLanes] = {};
  for (std::size_t i = 0; i < count; ++i) padded[i] = values[i];
  return _mm256_loadu_ps(padded);
}

inline void store_some(float* out, std::size_t count, __m256 values) {
  if (count >= kLanes) {
    _mm256_storeu_ps(out, values);
    return;
  }
  float padded[kLanes];
  _mm256_storeu_ps(padded, values);
  for (std::size_t i = 0; i < count; ++i) out[i] = padded[i];
}

inline float sum_lanes(__m256 values) {
  float lanes[kLanes];
  _mm256_storeu_ps(lanes, values);
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
         ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

inline float largest_magnitude(const float* values, std::size_t width) {
  const __m256 sign = _mm256_set1_ps(-0.0F);
  __m256 top = _mm256_setzero_ps();
  for (std::size_t k = 0; k < width; k += kLanes) {
    top = _mm256_max_ps(top, _mm256_andnot_ps(sign, load_some(values + k, width - k)));
  }
  float lanes[kLanes];
  _mm256_storeu_ps(lanes, top);
  float largest = lanes[0];
  for (const float lane : lanes) largest = lane > largest ? lane : largest;
  return largest;
}

}  // namespace

void quantise_rows(const float* values, std::size_t rows, std::size_t width, std::size_t stride,
                   std::int16_t* out, float* steps) {
  constexpr float kLargest = 127.0F;
  for (std::size_t row = 0; row < rows; ++row) {
    const float* from = values + row * width;
    std::int16_t* to = out + row * stride;
    const float largest = largest_magnitude(from, width);
    steps[row] = largest / kLargest;
    const __m256 factor = _mm256_set1_ps(largest > 0 ? kLargest / largest : 0.0F);
    for (std::size_t k = 0; k < width; k += kLanes) {
      const __m256i whole =
          _mm256_cvtps_epi32(_mm256_mul_ps(load_some(from + k, width - k), factor));
      const __m128i narrow =
          _mm_packs_epi32(_mm256_castsi256_si128(whole), _mm256_extracti128_si256(whole, 1));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to + k), narrow);
    }
  }
}

void finish_rows(const float* sums, std::size_t rows, std::size_t stride, std::size_t columns,
                 const float* steps, const float* biases, float* out) {
  for (std::size_t row = 0; row < rows; ++row) {
    const __m256 step = _mm256_set1_ps(steps[row]);
    for (std::size_t k = 0; k < columns; k += kLanes) {
      const __m256 value = _mm256_fmadd_ps(load_some(sums + row * stride + k, columns - k), step,
                                           load_some(biases + k, columns - k));
      store_some(out + row * columns + k, columns - k, value);
    }
  }
}

void gelu(float* values, std::size_t count) {
  for (std::size_t k = 0; k < count; k += kLanes) {
    store_some(values + k, count - k, model::gelu(load_some(values + k, count - k)));
  }
}

float dot(const float* a, const float* b, std::size_t count) {
  __m256 sum = _mm256_setzero_ps();
  for (std::size_t k = 0; k < count; k += kLanes) {
    sum = _mm256_fmadd_ps(load_some(a + k, count - k), load_some(b + k, count - k), sum);
  }
  return sum_lanes(sum);
}

void softmax(float* values, std::size_t count) {
  float top = values[0];
  for (std::size_t i = 1; i < count; ++i) top = values[i] > top ? values[i] : top;
  const __m256 most = _mm256_set1_ps(top);
  float total = 0;
  __m256 sum = _mm256_setzero_ps();
  for (std::size_t k = 0; k < count; k += kLanes) {
    const std::size_t left = count - k;
    const __m256 share = model::exp_negative(_mm256_sub_ps(load_some(values + k, left), most));
    store_some(values + k, left, share);
    if (left >= kLanes) {
      sum = _mm256_add_ps(sum, share);
    } else {
      for (std::size_t i = k; i < count; ++i) total += values[i];
    }
  }
  const __m256 scale = _mm256_set1_ps(1.0F / (total + sum_lanes(sum)));
  for (std::size_t k = 0; k < count; k += kLanes) {
    store_some(values + k, count - k, _mm256_mul_ps(load_some(values + k, count - k), scale));
  }
}

void look(const Look& how) {
  for (std::size_t j = 0; j < how.length; ++j) {
    how.shares[j] = how.scale * dot(how.query, how.memory[j] + how.column, how.width);
  }
  softmax(how.shares, how.length);
  for (std::size_t k = 0; k < how.width; k += kLanes) {
    const std::size_t left = how.width - k;
    __m256 sum = _mm256_setzero_ps();
    for (std::size_t j = 0; j < how.length; ++j) {
      const float* value = how.memory[j] + how.value_offset + how.column + k;
      sum = _mm256_fmadd_ps(_mm256_set1_ps(how.shares[j]), load_some(value, left), sum);
    }
    store_some(how.out + k, left, sum);
  }
}

}  // namespace assay::seq2seq::avx2
