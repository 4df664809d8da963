#pragma once
// Matrices in 8 bits with a scale for each row, and products with them.
//
// What goes into a product is rounded to 8 bits too, every row by its own largest magnitude, so
// that nothing need be known of the data beforehand. Sums are exact, and rows do not see each
// other: a result depends on its row alone, and on no processor.
//
// Thread-safety: const methods may be called from many threads, each with a workspace of its own.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/aligned_buffer.h"

namespace assay::model {
struct ProductKernels;
}

namespace assay::seq2seq {

// value(row, column) = values[row * columns + column] * scales[row].
struct ByteMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::int8_t> values;
  std::vector<float> scales;

  // Rounded to [-127, 127] by the largest magnitude of each row.
  static ByteMatrix rounded(std::span<const float> values, std::size_t rows, std::size_t columns);
  // The first rows.
  ByteMatrix head(std::size_t count) const;
  void add_row_to(std::size_t row, float* sum) const;
};

// Memory that products share, one after the other.
class ProductSpace {
 public:
  // Grows to what a product of this size needs.
  void prepare(std::size_t rows, std::size_t depth, std::size_t columns, std::size_t scratch);
  std::int16_t* input() const { return input_->data(); }
  float* sums() const { return sums_->data(); }
  std::uint8_t* scratch() const { return scratch_->data(); }
  float* steps() { return steps_.data(); }

 private:
  std::size_t input_size_ = 0, sums_size_ = 0, scratch_size_ = 0;
  std::optional<model::AlignedBuffer<std::int16_t>> input_;
  std::optional<model::AlignedBuffer<float>> sums_;
  std::optional<model::AlignedBuffer<std::uint8_t>> scratch_;
  std::vector<float> steps_;
};

// out = in * transposed(matrix) + biases.
class ByteLinear {
 public:
  ByteLinear() = default;
  ByteLinear(const ByteMatrix& matrix, std::vector<float> biases);

  std::size_t inputs() const { return inputs_; }
  std::size_t outputs() const { return biases_.size(); }
  // `in` holds rows x inputs() numbers, `out` gets rows x outputs().
  void run(const float* in, std::size_t rows, float* out, ProductSpace& space) const;

 private:
  const model::ProductKernels* kernels_ = nullptr;
  std::size_t inputs_ = 0;
  std::size_t depth_ = 0;    // inputs, with zeros up to what the kernels take
  std::size_t columns_ = 0;  // outputs, likewise
  std::vector<std::int8_t> weights_;
  std::vector<std::int32_t> weight_sums_;
  std::vector<float> scales_;
  std::vector<float> no_biases_;  // steps differ by row, so biases come after
  std::vector<float> biases_;
};

}  // namespace assay::seq2seq
