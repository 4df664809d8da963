#include "nlp/maxout_layer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "nlp/kernels.h"
#include "nlp/packed_matrix.h"

namespace assay::nlp {
namespace {

// Larger than any that is trained; lets a row be normalised in a buffer on the stack.
constexpr std::size_t kMostWidth = 1024;

}  // namespace

Result<MaxoutWeights> read_maxout(const ThincLayer& layer) {
  const auto weights = layer.parameter("W", 3);
  if (!weights) return tl::unexpected(weights.error());
  const auto bias = layer.parameter("b", 2);
  if (!bias) return tl::unexpected(bias.error());
  const std::vector<std::size_t>& shape = (*weights)->shape;
  MaxoutWeights result{shape[0], shape[1], shape[2], {}, {}};
  if ((*bias)->shape[0] != result.width || (*bias)->shape[1] != result.pieces) {
    return fail(ErrorCode::kCorrupt, "thinc model: the bias of a maxout does not fit its weights");
  }
  if (result.width % kLanes != 0 || result.width > kMostWidth) {
    return fail(ErrorCode::kUnsupported,
                fmt::format("a maxout of width {}: only multiples of {} up to {} are supported",
                            result.width, kLanes, kMostWidth));
  }
  result.rows.resize((*weights)->values.size());
  result.bias.resize(padded(result.width * result.pieces));
  for (std::size_t o = 0; o < result.width; ++o) {
    for (std::size_t p = 0; p < result.pieces; ++p) {
      const std::size_t from = o * result.pieces + p;
      const std::size_t to = p * result.width + o;
      result.bias[to] = (*bias)->values[from];
      std::copy_n((*weights)->values.begin() + static_cast<std::ptrdiff_t>(from * result.inputs),
                  result.inputs,
                  result.rows.begin() + static_cast<std::ptrdiff_t>(to * result.inputs));
    }
  }
  return result;
}

Result<MaxoutNorm> MaxoutNorm::read(const MaxoutWeights& weights, const ThincLayer& norm) {
  const auto scale = norm.parameter("G", 1);
  if (!scale) return tl::unexpected(scale.error());
  const auto shift = norm.parameter("b", 1);
  if (!shift) return tl::unexpected(shift.error());
  if ((*scale)->values.size() != weights.width || (*shift)->values.size() != weights.width) {
    return fail(ErrorCode::kCorrupt, "thinc model: a layernorm does not fit its maxout");
  }
  MaxoutNorm layer;
  layer.width_ = weights.width;
  layer.pieces_ = weights.pieces;
  layer.bias_ = weights.bias;
  layer.scale_ = (*scale)->values;
  layer.shift_ = (*shift)->values;
  return layer;
}

void MaxoutNorm::apply(std::span<const float* const> rows, const float* residual,
                       float* output) const {
  std::array<float, kMostWidth> largest;
  best_kernels().sum_maxout({.rows = rows.data(),
                             .row_count = rows.size(),
                             .bias = bias_.data(),
                             .width = width_,
                             .pieces = pieces_,
                             .output = largest.data()});
  normalize(largest.data(), residual, output);
}

void MaxoutNorm::apply_pair(const float* products, std::size_t stride, const float* residual,
                            float* output) const {
  std::array<float, 2 * kMostWidth> largest;
  best_kernels().pair_maxout({.products = products,
                              .product_stride = stride,
                              .bias = bias_.data(),
                              .width = width_,
                              .pieces = pieces_,
                              .first = largest.data(),
                              .second = largest.data() + width_});
  normalize(largest.data(), residual, output);
  normalize(largest.data() + width_, residual + width_, output + width_);
}

void MaxoutNorm::normalize(const float* input, const float* residual, float* output) const {
  best_kernels().normalize({.input = input,
                            .width = width_,
                            .scale = scale_.data(),
                            .shift = shift_.data(),
                            .residual = residual,
                            .output = output});
}

}  // namespace assay::nlp
