#pragma once
// Weights in the order in which the kernels read them, and buffers that fit them.

#include <cstddef>
#include <span>
#include <vector>

#include "nlp/kernels.h"

namespace assay::nlp {

inline std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

// The stride of an output row of so many outputs.
inline std::size_t padded(std::size_t outputs) {
  return round_up(outputs, kPanel);
}

// A buffer of at least so many floats, whose contents are not kept.
inline float* at_least(std::vector<float>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer.resize(size);
  return buffer.data();
}

std::vector<float> padded_copy(std::span<const float> values);

// Immutable; `outputs` rows of `depth` weights, stored in panels of kPanel rows.
class PackedMatrix {
 public:
  PackedMatrix() = default;
  PackedMatrix(std::span<const float> row_major, std::size_t outputs, std::size_t depth);

  std::size_t outputs() const { return outputs_; }
  std::size_t depth() const { return depth_; }
  std::size_t stride() const { return padded(outputs_); }

  // output[r] = weights * input[r] + bias for `rows` rows; see AffineJob.
  void multiply(const float* input, std::size_t input_stride, std::size_t rows, const float* bias,
                float* output, std::size_t output_stride) const;

 private:
  std::size_t outputs_ = 0;
  std::size_t depth_ = 0;
  std::vector<float> panels_;
};

// A matrix and its bias.
struct AffineLayer {
  PackedMatrix weights;
  std::vector<float> bias;  // padded

  void apply(const float* input, std::size_t input_stride, std::size_t rows, float* output,
             std::size_t output_stride) const {
    weights.multiply(input, input_stride, rows, bias.data(), output, output_stride);
  }
};

}  // namespace assay::nlp
