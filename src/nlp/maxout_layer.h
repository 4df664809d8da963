#pragma once
// thinc's "maxout>>layernorm": a matrix whose outputs come in pieces, of which the largest is kept,
// then layer normalisation. The matrix is not part of it, since callers multiply by it in parts.
//
// Immutable; thread-safe.

#include <cstddef>
#include <span>
#include <vector>

#include "assay/error.h"
#include "nlp/thinc_model.h"

namespace assay::nlp {

// The numbers of a `maxout` layer with its pieces in the outer order: piece p of output o is row
// p * width + o. So the largest piece is an elementwise maximum of contiguous vectors.
struct MaxoutWeights {
  std::size_t width = 0;
  std::size_t pieces = 0;
  std::size_t inputs = 0;
  std::vector<float> rows;  // [pieces * width][inputs]
  std::vector<float> bias;  // [pieces * width], padded
};

Result<MaxoutWeights> read_maxout(const ThincLayer& layer);

class MaxoutNorm {
 public:
  // `norm` is the `layernorm` layer.
  static Result<MaxoutNorm> read(const MaxoutWeights& weights, const ThincLayer& norm);

  std::size_t width() const { return width_; }

  // Sums the rows of pieces, adds the bias, keeps the largest pieces, normalises, and adds
  // `residual` unless it is null. `output` may be `residual`; both hold `width` floats.
  void apply(std::span<const float* const> rows, const float* residual, float* output) const;

  // The same for two neighbouring rows from Winograd's four products, which lie `stride` apart.
  // `residual` and `output` hold two rows.
  void apply_pair(const float* products, std::size_t stride, const float* residual,
                  float* output) const;

 private:
  void normalize(const float* input, const float* residual, float* output) const;

  std::size_t width_ = 0;
  std::size_t pieces_ = 0;
  std::vector<float> bias_;
  std::vector<float> scale_;
  std::vector<float> shift_;
};

}  // namespace assay::nlp
