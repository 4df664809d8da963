// Products in 8 bits with AVX-512 VNNI, which multiplies unsigned by signed bytes: inputs are taken
// less their lowest value, and the sums begin with what that leaves out.

#include "model/int8_epilogue.h"
#include "model/int8_products.h"

namespace assay::model {
namespace {

constexpr std::size_t kDepthStep = 32;   // inputs turned into bytes together
constexpr std::size_t kColumnStep = 32;  // columns computed together,
constexpr std::size_t kVectors = 2;      // as vectors of 16, side by side
constexpr std::size_t kGroup = 4;        // of neighbours in depth that one instruction sums

std::size_t scratch_bytes(std::size_t rows, std::size_t depth) {
  return padded_rows(rows) * depth;
}

// Panels of kColumnStep columns; in each, kGroup rows of weights stand side by side for each
// column.
void pack_weights(const std::int8_t* weights, std::size_t depth, std::size_t columns,
                  std::int8_t* packed) {
  for (std::size_t column = 0; column < columns; column += kColumnStep) {
    for (std::size_t k = 0; k < depth; k += kGroup) {
      for (std::size_t c = 0; c < kColumnStep; ++c) {
        for (std::size_t i = 0; i < kGroup; ++i) {
          *packed++ = weights[(k + i) * columns + column + c];
        }
      }
    }
  }
}

void input_to_bytes(const Product& p) {
  const __m512i low = _mm512_set1_epi16(static_cast<std::int16_t>(p.input_low));
  const std::size_t count = padded_rows(p.rows) * p.depth;
  for (std::size_t at = 0; at < count; at += kDepthStep) {
    const __m512i values = _mm512_sub_epi16(_mm512_loadu_si512(p.input + at), low);
    _mm256_store_si256(reinterpret_cast<__m256i*>(p.scratch + at), _mm512_cvtepi16_epi8(values));
  }
}

// kRowStep x kColumnStep sums over the depth, on top of what they hold.
inline void sum_tile(const std::uint8_t* input, const std::int8_t* panel, std::size_t depth,
                     __m512i sums[kRowStep][kVectors]) {
  for (std::size_t k = 0; k < depth; k += kGroup) {
    const __m512i w0 = _mm512_loadu_si512(panel + k * kColumnStep);
    const __m512i w1 = _mm512_loadu_si512(panel + k * kColumnStep + 64);
    for (std::size_t r = 0; r < kRowStep; ++r) {
      std::int32_t group;
      __builtin_memcpy(&group, input + r * depth + k, sizeof group);
      const __m512i a = _mm512_set1_epi32(group);
      sums[r][0] = _mm512_dpbusd_epi32(sums[r][0], a, w0);
      sums[r][1] = _mm512_dpbusd_epi32(sums[r][1], a, w1);
    }
  }
}

// Hands the sixteen results of one vector of sums to store(row, column, values), in two halves.
template <typename Store>
inline void store_sums(const Product& p, std::size_t row, std::size_t column, __m512i sums,
                       Store store) {
  const __m256i halves[] = {_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64(sums, 1)};
  for (std::size_t half = 0; half < 2; ++half) {
    const std::size_t at = column + 8 * half;
    store(row, at,
          _mm256_fmadd_ps(_mm256_cvtepi32_ps(halves[half]), _mm256_loadu_ps(p.scales + at),
                          _mm256_loadu_ps(p.biases + at)));
  }
}

struct Sums {
  template <typename Store>
  static void multiply_with(const Product& p, Store store) {
    input_to_bytes(p);
    const __m512i low = _mm512_set1_epi32(p.input_low);
    for (std::size_t column = 0; column < p.columns; column += kColumnStep) {
      __m512i left_out[kVectors];
      for (std::size_t v = 0; v < kVectors; ++v) {
        left_out[v] = _mm512_mullo_epi32(low, _mm512_loadu_si512(p.weight_sums + column + 16 * v));
      }
      for (std::size_t row = 0; row < p.rows; row += kRowStep) {
        __m512i sums[kRowStep][kVectors];
        for (auto& of_row : sums) {
          for (std::size_t v = 0; v < kVectors; ++v) of_row[v] = left_out[v];
        }
        sum_tile(p.scratch + row * p.depth, p.weights + column * p.depth, p.depth, sums);
        for (std::size_t r = 0; r < kRowStep; ++r) {
          for (std::size_t v = 0; v < kVectors; ++v) {
            store_sums(p, row + r, column + 16 * v, sums[r][v], store);
          }
        }
      }
    }
  }
};

}  // namespace

constinit const ProductKernels kVnniProducts =
    product_kernels<Sums>(kDepthStep, kColumnStep, scratch_bytes, pack_weights);

}  // namespace assay::model
