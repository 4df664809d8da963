#pragma once
// A frozen linear layer with its low-rank change, as one differentiable LibTorch operation.

#include <ATen/ATen.h>

namespace assay::train {

// What goes into products: as it is, and in the type of the weights that it meets there. Several
// layers that read the same numbers share one.
struct LayerInput {
  LayerInput(const at::Tensor& input, at::ScalarType type)
      : values(input), rounded(input.detach().to(type)) {}

  at::Tensor values;   // tokens x inner, 32 bits: what the gradient is of
  at::Tensor rounded;  // the same numbers as the product takes them
};

// input W^T. `weight` is frozen, outer x inner, in 32 bits or in bfloat16; what it is multiplied
// with is then rounded to bfloat16, sums keep 32 bits.
at::Tensor frozen_linear(const LayerInput& input, const at::Tensor& weight);

// input (W + scale B A)^T. `a` is rank x inner, `b` outer x rank, both trained and in 32 bits; so
// are the products with `b`, which cost next to nothing.
at::Tensor lora_linear(const LayerInput& input, const at::Tensor& weight, const at::Tensor& a,
                       const at::Tensor& b, double scale);

}  // namespace assay::train
