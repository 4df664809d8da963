#include "nlp/packed_matrix.h"

#include <algorithm>
#include <cassert>

namespace assay::nlp {

std::vector<float> padded_copy(std::span<const float> values) {
  std::vector<float> copy(padded(values.size()));
  std::ranges::copy(values, copy.begin());
  return copy;
}

PackedMatrix::PackedMatrix(std::span<const float> row_major, std::size_t outputs, std::size_t depth)
    : outputs_(outputs), depth_(depth), panels_(padded(outputs) * depth) {
  assert(row_major.size() == outputs * depth);
  for (std::size_t output = 0; output < outputs; ++output) {
    float* panel = panels_.data() + output / kPanel * depth * kPanel;
    for (std::size_t k = 0; k < depth; ++k) {
      panel[k * kPanel + output % kPanel] = row_major[output * depth + k];
    }
  }
}

void PackedMatrix::multiply(const float* input, std::size_t input_stride, std::size_t rows,
                            const float* bias, float* output, std::size_t output_stride) const {
  assert(output_stride >= stride());
  best_kernels().affine({.input = input,
                         .input_stride = input_stride,
                         .rows = rows,
                         .weights = panels_.data(),
                         .depth = depth_,
                         .panels = stride() / kPanel,
                         .bias = bias,
                         .output = output,
                         .output_stride = output_stride});
}

}  // namespace assay::nlp
