#include "train/math/attention.h"

#include <algorithm>
#include <cmath>

#include "train/math/blas.h"
#include "train/math/vector_math.h"

namespace assay::train {
namespace {

// One head of one row of the batch.
struct Block {
  std::size_t query_begin;
  std::size_t key_begin;
  std::size_t queries;
  std::size_t keys;
  std::size_t column;
};

// Calls work(block, place of the block's shares) for every head of every row.
template <typename Work>
void for_each_block(const AttentionShape& shape, Work&& work) {
  std::size_t place = 0;
  for (std::size_t row = 0; row + 1 < shape.offsets.size(); ++row) {
    Block block{};
    block.query_begin = static_cast<std::size_t>(shape.query_offsets[row]);
    block.key_begin = static_cast<std::size_t>(shape.offsets[row]);
    block.queries = static_cast<std::size_t>(shape.query_offsets[row + 1]) - block.query_begin;
    block.keys = static_cast<std::size_t>(shape.offsets[row + 1]) - block.key_begin;
    for (std::size_t head = 0; head < shape.heads; ++head) {
      block.column = head * shape.width;
      work(block, place);
      place += block.queries * block.keys;
    }
  }
}

const float* at(const MatrixRows& rows, std::size_t token, std::size_t column) {
  return rows.data + token * rows.stride + column;
}

float* at(const MutableMatrixRows& rows, std::size_t token, std::size_t column) {
  return rows.data + token * rows.stride + column;
}

// Scores of keys behind their query; so low that their shares are 0 beside any other.
void hide_later_keys(float* scores, const Block& block) {
  constexpr float kHidden = -1e30F;
  for (std::size_t query = 0; query < block.queries; ++query) {
    float* row = scores + query * block.keys;
    std::fill(row + std::min(query + 1, block.keys), row + block.keys, kHidden);
  }
}

}  // namespace

std::size_t AttentionShape::share_count() const {
  std::size_t count = 0;
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    count += static_cast<std::size_t>((query_offsets[row + 1] - query_offsets[row]) *
                                      (offsets[row + 1] - offsets[row]));
  }
  return count * heads;
}

// The products are written for matrices stored by rows: what BLAS, which thinks in columns, calls A
// transposed is our A as it lies.
void attend(const AttentionShape& shape, const AttentionInputs& inputs, std::span<float> shares,
            MutableMatrixRows out) {
  const float scale = 1.0F / std::sqrt(static_cast<float>(shape.width));
  for_each_block(shape, [&](const Block& block, std::size_t place) {
    float* share = shares.data() + place;
    const float* value = at(inputs.value, block.key_begin, block.column);
    multiply({'T', 'N', block.keys, block.queries, shape.width, scale},
             at(inputs.key, block.key_begin, block.column), inputs.key.stride,
             at(inputs.query, block.query_begin, block.column), inputs.query.stride, share,
             block.keys);
    if (shape.causal) hide_later_keys(share, block);
    softmax_rows(share, block.queries, block.keys);
    multiply({'N', 'N', shape.width, block.queries, block.keys}, value, inputs.value.stride, share,
             block.keys, at(out, block.query_begin, block.column), out.stride);
  });
}

void attend_backward(const AttentionShape& shape, const AttentionInputs& inputs,
                     std::span<const float> shares, MatrixRows out_gradient,
                     const AttentionGradients& gradients) {
  const float scale = 1.0F / std::sqrt(static_cast<float>(shape.width));
  std::vector<float> score_gradient;
  for_each_block(shape, [&](const Block& block, std::size_t place) {
    score_gradient.resize(std::max(score_gradient.size(), block.queries * block.keys));
    float* scores = score_gradient.data();
    const float* share = shares.data() + place;
    const float* out = at(out_gradient, block.query_begin, block.column);
    multiply({'N', 'T', shape.width, block.keys, block.queries}, out, out_gradient.stride, share,
             block.keys, at(gradients.value, block.key_begin, block.column),
             gradients.value.stride);
    multiply({'T', 'N', block.keys, block.queries, shape.width},
             at(inputs.value, block.key_begin, block.column), inputs.value.stride, out,
             out_gradient.stride, scores, block.keys);
    softmax_rows_backward(share, scores, block.queries, block.keys, scale);
    multiply({'N', 'N', shape.width, block.queries, block.keys},
             at(inputs.key, block.key_begin, block.column), inputs.key.stride, scores, block.keys,
             at(gradients.query, block.query_begin, block.column), gradients.query.stride);
    multiply({'N', 'T', shape.width, block.keys, block.queries},
             at(inputs.query, block.query_begin, block.column), inputs.query.stride, scores,
             block.keys, at(gradients.key, block.key_begin, block.column), gradients.key.stride);
  });
}

}  // namespace assay::train
