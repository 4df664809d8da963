#pragma once
// What an int8 encoder computes besides its products, for processors with AVX2 and FMA. What is in
// floating point works on one row at a time in a fixed order. No library code here either: see
// int8_products.h.

#include <cstddef>
#include <cstdint>

#include "model/int8_products.h"

namespace assay::model::avx2 {

void quantise(const float* values, std::size_t rows, std::size_t width, const Quantiser& to,
              std::int16_t* out);

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
  std::int16_t* panel = nullptr;  // scratch: panel_size(width), aligned to 32 bytes
  float* scores = nullptr;        // scratch: padded query rows x scores_stride(length)
  float* out = nullptr;
};
std::size_t panel_size(std::size_t width);
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
