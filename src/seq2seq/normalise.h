#pragma once
// The normalisation of the encoders' kernels with the numbers of a Norm.

#include "model/int8_kernels_avx2.h"
#include "seq2seq/weights.h"

namespace assay::seq2seq {

// out = x + y, normalised row by row; y may be null. A multiple of 8 numbers in a row.
inline void normalise(const float* x, const float* y, std::size_t rows, std::size_t width,
                      const Norm& norm, float* out) {
  model::avx2::normalise(x, y, rows, width, {norm.gamma.data(), norm.beta.data(), norm.epsilon},
                         out);
}

}  // namespace assay::seq2seq
