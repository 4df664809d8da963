#include "seq2seq/byte_matrix.h"

#include <algorithm>
#include <cmath>

#include "model/int8_products.h"
#include "seq2seq/row_kernels_avx2.h"

namespace assay::seq2seq {
namespace {

constexpr float kLargest = 127.0F;

std::size_t padded_to(std::size_t size, std::size_t step) {
  return (size + step - 1) / step * step;
}

}  // namespace

ByteMatrix ByteMatrix::rounded(std::span<const float> values, std::size_t rows,
                               std::size_t columns) {
  ByteMatrix matrix{rows, columns, std::vector<std::int8_t>(values.size()),
                    std::vector<float>(rows)};
  for (std::size_t row = 0; row < rows; ++row) {
    float largest = 0;
    for (const float value : values.subspan(row * columns, columns)) {
      largest = std::max(largest, std::abs(value));
    }
    matrix.scales[row] = largest / kLargest;
    if (largest == 0) continue;
    for (std::size_t k = row * columns; k < (row + 1) * columns; ++k) {
      const float whole = std::nearbyint(values[k] * (kLargest / largest));
      matrix.values[k] = static_cast<std::int8_t>(std::clamp(whole, -kLargest, kLargest));
    }
  }
  return matrix;
}

ByteMatrix ByteMatrix::head(std::size_t count) const {
  const auto end = static_cast<std::ptrdiff_t>(count);
  return {count,
          columns,
          {values.begin(), values.begin() + end * static_cast<std::ptrdiff_t>(columns)},
          {scales.begin(), scales.begin() + end}};
}

void ByteMatrix::add_row_to(std::size_t row, float* sum) const {
  const std::int8_t* from = values.data() + row * columns;
  for (std::size_t k = 0; k < columns; ++k) sum[k] += scales[row] * static_cast<float>(from[k]);
}

void ProductSpace::prepare(std::size_t rows, std::size_t depth, std::size_t columns,
                           std::size_t scratch) {
  if (rows * depth > input_size_) input_.emplace(input_size_ = rows * depth);
  if (rows * columns > sums_size_) sums_.emplace(sums_size_ = rows * columns);
  if (scratch > scratch_size_) scratch_.emplace(scratch_size_ = scratch);
  if (rows > steps_.size()) steps_.resize(rows);
}

ByteLinear::ByteLinear(const ByteMatrix& matrix, std::vector<float> biases)
    : kernels_(model::can_multiply_int8_vnni() ? &model::kVnniProducts : &model::kAvx2Products),
      inputs_(matrix.columns),
      depth_(padded_to(matrix.columns, kernels_->depth_step)),
      columns_(padded_to(matrix.rows, kernels_->column_step)),
      weights_(depth_ * columns_),
      weight_sums_(columns_, 0),
      scales_(columns_, 0.0F),
      no_biases_(columns_, 0.0F),
      biases_(std::move(biases)) {
  std::vector<std::int8_t> turned(depth_ * columns_, 0);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::size_t k = 0; k < matrix.columns; ++k) {
      const std::int8_t value = matrix.values[row * matrix.columns + k];
      turned[k * columns_ + row] = value;
      weight_sums_[row] += value;
    }
    scales_[row] = matrix.scales[row];
  }
  kernels_->pack_weights(turned.data(), depth_, columns_, weights_.data());
}

void ByteLinear::run(const float* in, std::size_t rows, float* out, ProductSpace& space) const {
  const std::size_t padded = model::padded_rows(rows);
  space.prepare(padded, depth_, columns_, kernels_->scratch_bytes(rows, depth_));
  for (std::size_t row = 0; depth_ != inputs_ && row < rows; ++row) {
    std::fill_n(space.input() + row * depth_ + inputs_, depth_ - inputs_, std::int16_t{0});
  }
  avx2::quantise_rows(in, rows, inputs_, depth_, space.input(), space.steps());
  kernels_->multiply(
      {space.input(), -static_cast<std::int32_t>(kLargest), rows, depth_, columns_, weights_.data(),
       weight_sums_.data(), scales_.data(), no_biases_.data(), space.scratch()},
      space.sums());
  avx2::finish_rows(space.sums(), rows, columns_, biases_.size(), space.steps(), biases_.data(),
                    out);
}

}  // namespace assay::seq2seq
