#include "train/math/vector_math.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

// GCC makes every version of a function so marked and picks one at start-up. They are named by what
// a processor can do (v3: AVX2 and FMA, v4: AVX-512): the name of a processor stands for it alone.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define ASSAY_FOR_EACH_PROCESSOR \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ASSAY_FOR_EACH_PROCESSOR
#endif

namespace assay::train {
namespace {

// Sums are kept in lanes of fixed number, so that vector code adds in the same order as plain code.
constexpr std::size_t kLanes = 16;

// exp(x) for x <= 0 to a few units in the last place, in operations that vectorise: 2^n from the
// exponent bits times a polynomial in the rest. Below -64 it is 0, which beside the largest of a
// row, 1, no float tells from exp: and numbers near the smallest one, which processors multiply a
// hundred times slower, do not arise where keys are hidden.
[[gnu::always_inline]] inline float exp_of_nonpositive(float x) {
  constexpr float kLowest = -64.0F;
  constexpr float kLog2E = 1.44269504F;
  constexpr float kRound = 12582912.0F;  // 1.5 * 2^23: adding it rounds to a whole number
  const bool is_lost = x < kLowest;
  x = is_lost ? kLowest : x;
  const float whole = (x * kLog2E + kRound) - kRound;
  const float rest = (x - whole * 0.693359375F) + whole * 2.12194440e-4F;
  float series = 1.9875691500e-4F;
  series = series * rest + 1.3981999507e-3F;
  series = series * rest + 8.3334519073e-3F;
  series = series * rest + 4.1665795894e-2F;
  series = series * rest + 1.6666665459e-1F;
  series = series * rest + 5.0000001201e-1F;
  series = series * rest * rest + rest + 1.0F;
  const auto exponent = static_cast<std::int32_t>(whole) + 127;
  return is_lost ? 0.0F : series * std::bit_cast<float>(exponent << 23);
}

// Compared lane by lane: one running maximum would wait for itself at every number.
[[gnu::always_inline]] inline float largest(const float* x, std::size_t count) {
  if (count < kLanes) return *std::max_element(x, x + count);
  float lanes[kLanes];
  std::copy_n(x, kLanes, lanes);
  std::size_t i = kLanes;
  for (; i + kLanes <= count; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] = x[i + lane] > lanes[lane] ? x[i + lane] : lanes[lane];
    }
  }
  float top = *std::max_element(lanes, lanes + kLanes);
  for (; i < count; ++i) top = x[i] > top ? x[i] : top;
  return top;
}

}  // namespace

ASSAY_FOR_EACH_PROCESSOR
void softmax_rows(float* values, std::size_t rows, std::size_t columns) {
  for (std::size_t row = 0; row < rows; ++row) {
    float* x = values + row * columns;
    const float top = largest(x, columns);
    for (std::size_t i = 0; i < columns; ++i) x[i] = exp_of_nonpositive(x[i] - top);
    float lanes[kLanes] = {};
    std::size_t i = 0;
    for (; i + kLanes <= columns; i += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += x[i + lane];
    }
    float sum = 0;
    for (; i < columns; ++i) sum += x[i];
    for (const float lane : lanes) sum += lane;
    const float inverse = 1.0F / sum;
    for (i = 0; i < columns; ++i) x[i] *= inverse;
  }
}

ASSAY_FOR_EACH_PROCESSOR
void softmax_rows_backward(const float* shares, float* gradient, std::size_t rows,
                           std::size_t columns, float scale) {
  for (std::size_t row = 0; row < rows; ++row) {
    const float* share = shares + row * columns;
    float* g = gradient + row * columns;
    float lanes[kLanes] = {};
    std::size_t i = 0;
    for (; i + kLanes <= columns; i += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        lanes[lane] += share[i + lane] * g[i + lane];
      }
    }
    float mean = 0;
    for (; i < columns; ++i) mean += share[i] * g[i];
    for (const float lane : lanes) mean += lane;
    for (i = 0; i < columns; ++i) g[i] = share[i] * (g[i] - mean) * scale;
  }
}

ASSAY_FOR_EACH_PROCESSOR
void adam_step(const AdamStep& step, const float* gradient, float* value, float* first,
               float* second, std::size_t count) {
  const AdamStep s = step;
  for (std::size_t i = 0; i < count; ++i) {
    const float g = gradient[i] * s.gradient_scale;
    first[i] = s.beta1 * first[i] + (1 - s.beta1) * g;
    second[i] = s.beta2 * second[i] + (1 - s.beta2) * g * g;
    const float root = std::sqrt(second[i]) * s.second_correction + s.epsilon;
    value[i] = value[i] * s.decay - s.rate * first[i] / root;
  }
}

ASSAY_FOR_EACH_PROCESSOR
void add_to(float* sum, const float* addend, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sum[i] += addend[i];
}

ASSAY_FOR_EACH_PROCESSOR
double sum_of_squares(const float* values, std::size_t count) {
  double lanes[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double value = static_cast<double>(values[i + lane]);
      lanes[lane] += value * value;
    }
  }
  double sum = 0;
  for (; i < count; ++i) sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
  for (const double lane : lanes) sum += lane;
  return sum;
}

}  // namespace assay::train
