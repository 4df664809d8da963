#pragma once
// Products of bfloat16 matrices with sums in 32 bits, through oneDNN, which LibTorch is linked
// with.
//
//   at::Tensor y = multiply_bf16(x16, weight16.t(), bias);
//
// Processors with AVX-512 BF16 do them in half the time of products in 32 bits. On one thread the
// same numbers give the same bits.
//
// Thread-safety: any number of threads at a time. Cost: the code for a new shape takes a few tenths
// of a millisecond to make; oneDNN keeps it for the next product of that shape.
// Failure: dnnl::error, which would be a bug of ours.

#include <ATen/ATen.h>

namespace assay::train {

// Whether the processor has instructions for it, and ONEDNN_MAX_CPU_ISA does not forbid them.
bool processor_multiplies_bf16();

// a b + bias: `a` is rows x inner, `b` inner x columns, both bfloat16 and one of them or both
// transposed views if need be; `bias` is of 32 bits, one number a column, or undefined. The result
// has 32 bits.
at::Tensor multiply_bf16(const at::Tensor& a, const at::Tensor& b, const at::Tensor& bias = {});

}  // namespace assay::train
