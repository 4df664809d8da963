#pragma once
// What an encoder-decoder computes besides its 8-bit products, for processors with AVX2 and FMA.
// Every row is computed for itself in a fixed order, so that no result depends on the rows beside
// it. No library code here: see model/int8_products.h.

#include <cstddef>
#include <cstdint>

namespace assay::seq2seq::avx2 {

// Each row to whole numbers in [-127, 127], by its own largest magnitude: value is about number *
// steps[row]. Rows of `out` have `stride` numbers; those behind `width` are left as they are.
void quantise_rows(const float* values, std::size_t rows, std::size_t width, std::size_t stride,
                   std::int16_t* out, float* steps);

// out[row][column] = sums[row][column] * steps[row] + biases[column]; rows of `sums` are `stride`
// apart, those of `out` lie one behind the other.
void finish_rows(const float* sums, std::size_t rows, std::size_t stride, std::size_t columns,
                 const float* steps, const float* biases, float* out);

void gelu(float* values, std::size_t count);

float dot(const float* a, const float* b, std::size_t count);

// Softmax in place.
void softmax(float* values, std::size_t count);

// One head looking from one place. `memory` has a pointer for every place that is seen: its key
// there, its value `value_offset` numbers further.
struct Look {
  const float* query = nullptr;
  const float* const* memory = nullptr;
  std::size_t length = 0;
  std::size_t column = 0;  // where the head begins in keys and values
  std::size_t width = 0;   // of the head
  std::size_t value_offset = 0;
  float scale = 0;
  float* shares = nullptr;  // scratch: `length` numbers
  float* out = nullptr;     // `width` numbers
};
void look(const Look& look);

}  // namespace assay::seq2seq::avx2
