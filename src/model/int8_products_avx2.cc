// Products in 16 bits: weights are widened by panels of columns, and pairs of products summed
// in 32.

#include "model/int8_epilogue.h"
#include "model/int8_products.h"
#include "model/int8_tile_avx2.h"

namespace assay::model {
namespace {

std::size_t scratch_bytes(std::size_t /*rows*/, std::size_t depth) {
  return depth * kColumnStep * sizeof(std::int16_t);
}

// Panels of kColumnStep columns; in each the values of two rows of weights alternate.
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
}

void expand_panel(const std::int8_t* packed, std::size_t depth, std::int16_t* panel) {
  for (std::size_t at = 0; at < depth * kColumnStep; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(packed + at));
    _mm256_store_si256(reinterpret_cast<__m256i*>(panel + at), _mm256_cvtepi8_epi16(bytes));
  }
}

// Hands every group of eight results to store(row, column, values).
struct Sums {
  template <typename Store>
  static void multiply_with(const Product& p, Store store) {
    auto* panel = reinterpret_cast<std::int16_t*>(p.scratch);
    for (std::size_t column = 0; column < p.columns; column += kColumnStep) {
      expand_panel(p.weights + column * p.depth, p.depth, panel);
      const __m256 scale[kVectors] = {_mm256_loadu_ps(p.scales + column),
                                      _mm256_loadu_ps(p.scales + column + 8)};
      const __m256 bias[kVectors] = {_mm256_loadu_ps(p.biases + column),
                                     _mm256_loadu_ps(p.biases + column + 8)};
      for (std::size_t row = 0; row < p.rows; row += kRowStep) {
        __m256i sums[kRowStep][kVectors];
        sum_tile(p.input + row * p.depth, p.depth, panel, p.depth, sums);
        for (std::size_t r = 0; r < kRowStep; ++r) {
          for (std::size_t v = 0; v < kVectors; ++v) {
            const __m256 value = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums[r][v]), scale[v], bias[v]);
            store(row + r, column + 8 * v, value);
          }
        }
      }
    }
  }
};

}  // namespace

constinit const ProductKernels kAvx2Products =
    product_kernels<Sums>(2, kColumnStep, scratch_bytes, pack_weights);

}  // namespace assay::model
