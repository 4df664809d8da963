#pragma once
// The inner loops of the int8 encoder for processors with AVX2 and FMA.
//
// Activations are 16-bit integers (an 8-bit value less its zero point), weights 8-bit integers;
// their products are summed exactly in 32 bits, so a result depends neither on the other rows nor
// on the order of summing. What is in floating point works on one row at a time in a fixed order.
//
// This header and its source use no library code: the source is compiled for AVX2, and an inline
// function of the standard library compiled there could be the one that the linker keeps.

#include <cstddef>
#include <cstdint>

namespace assay::model::avx2 {

inline constexpr std::size_t kRowStep = 6;      // rows computed together
inline constexpr std::size_t kColumnStep = 16;  // columns computed together

// Bytes of `depth` x `columns` weights in packed form.
std::size_t packed_size(std::size_t depth, std::size_t columns);

// Reorders row-major weights (depth x columns) into panels of kColumnStep columns. `depth` is even,
// `columns` a multiple of kColumnStep.
void pack_weights(const std::int8_t* weights, std::size_t depth, std::size_t columns,
                  std::int8_t* packed);

// To integers: round(x * factor[column]), kept in [low, high].
struct Quantiser {
  const float* factors = nullptr;
  float low = 0;
  float high = 0;
};
void quantise(const float* values, std::size_t rows, std::size_t width, const Quantiser& to,
              std::int16_t* out);

// rows x depth integers times packed weights, scaled and shifted by column. `input` has rows up to
// the next multiple of kRowStep, and so have the outputs.
struct Product {
  const std::int16_t* input = nullptr;
  std::size_t rows = 0;
  std::size_t depth = 0;
  std::size_t columns = 0;
  const std::int8_t* weights = nullptr;  // packed
  const float* scales = nullptr;         // by column
  const float* biases = nullptr;         // by column
  std::int16_t* panel = nullptr;         // scratch: depth * kColumnStep, aligned to 32 bytes
};
void multiply(const Product& product, float* out);
void multiply_quantise(const Product& product, const Quantiser& to, std::int16_t* out);
void multiply_gelu_quantise(const Product& product, const Quantiser& to, std::int16_t* out);

// One head of attention in one sequence. Rows of query, key, value and out are `stride` apart;
// `width` is a multiple of 32; query has rows up to the next multiple of kRowStep.
struct Attention {
  const std::int16_t* query = nullptr;
  const std::int16_t* key = nullptr;
  const float* value = nullptr;
  std::size_t stride = 0;
  std::size_t width = 0;
  std::size_t length = 0;         // of the sequence
  std::size_t query_rows = 0;     // how many of its first rows are asked for
  float scale = 0;                // from integer products to scores
  std::int16_t* panel = nullptr;  // scratch: width * kColumnStep, aligned to 32 bytes
  float* scores = nullptr;        // scratch: padded query rows x scores_stride(length)
  float* out = nullptr;
};
std::size_t scores_stride(std::size_t length);
void attend(const Attention& attention);

// out = (x + y - mean) / sqrt(variance + epsilon) * gamma + beta; `width` is a multiple of 8 and y
// may be null.
struct Normalisation {
  const float* gamma = nullptr;
  const float* beta = nullptr;
  float epsilon = 0;
};
void normalise(const float* x, const float* y, std::size_t rows, std::size_t width,
               const Normalisation& how, float* out);

}  // namespace assay::model::avx2
