#pragma once
// Products of integer activations with 8-bit weights, once for each set of instructions that has
// them. Activations are 16-bit integers (an 8-bit value less its zero point); sums are exact in 32
// bits, and what follows them is the same arithmetic everywhere, so that a result depends neither
// on the other rows, nor on the order of summing, nor on the processor.
//
// This header and the sources of the kernels use no library code: the sources are compiled for
// special instructions, and an inline function of the standard library compiled there could be the
// one that the linker keeps.

#include <cstddef>
#include <cstdint>

namespace assay::model {

// Rows are computed this many together: inputs and outputs have rows up to the next multiple.
inline constexpr std::size_t kRowStep = 6;

constexpr std::size_t padded_rows(std::size_t rows) {
  return (rows + kRowStep - 1) / kRowStep * kRowStep;
}

// To integers: round(x * factor[column]), kept in [low, high], which holds at most 256 of them.
struct Quantiser {
  const float* factors = nullptr;
  float low = 0;
  float high = 0;
};

// rows x depth integers times packed weights, scaled and shifted by column.
struct Product {
  const std::int16_t* input = nullptr;
  std::int32_t input_low = 0;  // no input is less
  std::size_t rows = 0;
  std::size_t depth = 0;
  std::size_t columns = 0;
  const std::int8_t* weights = nullptr;       // packed
  const std::int32_t* weight_sums = nullptr;  // by column
  const float* scales = nullptr;              // by column
  const float* biases = nullptr;              // by column
  std::uint8_t* scratch = nullptr;            // scratch_bytes, aligned to 64
};

struct ProductKernels {
  std::size_t depth_step;   // depths are a multiple of it,
  std::size_t column_step;  // and columns of this
  std::size_t (*scratch_bytes)(std::size_t rows, std::size_t depth);
  // Reorders row-major weights (depth x columns) as the products want them; the size stays.
  void (*pack_weights)(const std::int8_t* weights, std::size_t depth, std::size_t columns,
                       std::int8_t* packed);
  void (*multiply)(const Product& product, float* out);
  void (*multiply_quantise)(const Product& product, const Quantiser& to, std::int16_t* out);
  void (*multiply_gelu_quantise)(const Product& product, const Quantiser& to, std::int16_t* out);
};

// Tables of constants, usable where the processor has AVX2 and FMA, and for the second also
// AVX-512 F, BW, VL and VNNI.
extern const ProductKernels kAvx2Products;
extern const ProductKernels kVnniProducts;

// Whether this processor has the least that the kernels need, AVX2 and FMA; and what the second
// table needs.
bool can_multiply_int8();
bool can_multiply_int8_vnni();

}  // namespace assay::model
