#pragma once
// A linear layer whose products are of bfloat16 numbers, as a differentiable LibTorch operation.

#include <ATen/ATen.h>

namespace assay::train {

// Like at::linear. Values, weights and gradients are rounded to bfloat16 on their way into a
// product; what is stored, what comes out and every sum has 32 bits. A frozen weight may be stored
// in bfloat16; `bias` may be undefined. Needs processor_multiplies_bf16() to be fast.
at::Tensor linear_bf16(const at::Tensor& input, const at::Tensor& weight, const at::Tensor& bias);

}  // namespace assay::train
