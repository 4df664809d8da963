#pragma once
// Softmax attention over rows of unlike length that lie one behind the other without padding, and
// its gradient: plain loops over small matrix products, no framework.
//
// Queries, keys and values are matrices with a row a token and their own row strides, so that the
// result of one combined product is read in place. Row r of the batch owns the tokens
// [offsets[r], offsets[r + 1]) of the keys, and query_offsets likewise of the queries: there are as
// many queries as keys in a whole layer, one a row where only the first token is wanted, and as
// many as the target has tokens where a decoder looks at its source.
//
// Thread-safety: free functions on the caller's memory. Cost: quadratic in the length of a row.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::train {

struct AttentionShape {
  std::span<const std::int64_t> query_offsets;
  std::span<const std::int64_t> offsets;
  std::size_t heads = 0;
  std::size_t width = 0;  // of one head
  bool causal = false;    // query i of a row sees its keys 0 to i, as in a decoder

  // Floats that the attention shares of the whole batch take.
  std::size_t share_count() const;
};

struct MatrixRows {
  const float* data = nullptr;
  std::size_t stride = 0;  // floats from a token's row to the next
};

struct MutableMatrixRows {
  float* data = nullptr;
  std::size_t stride = 0;
};

struct AttentionInputs {
  MatrixRows query;
  MatrixRows key;
  MatrixRows value;
};

struct AttentionGradients {
  MutableMatrixRows query;
  MutableMatrixRows key;
  MutableMatrixRows value;
};

// `shares` (share_count() floats) keeps the softmax for the gradient; `out` is overwritten.
void attend(const AttentionShape& shape, const AttentionInputs& inputs, std::span<float> shares,
            MutableMatrixRows out);

// Overwrites all three gradients.
void attend_backward(const AttentionShape& shape, const AttentionInputs& inputs,
                     std::span<const float> shares, MatrixRows out_gradient,
                     const AttentionGradients& gradients);

}  // namespace assay::train
