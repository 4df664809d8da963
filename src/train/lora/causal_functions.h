#pragma once
// What a Llama computes between its matrix products, as differentiable LibTorch operations that
// keep little for the gradient. Norms are frozen: they have no gradient of their own.

#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

#include "train/lora/llama_base.h"

namespace assay::train {

// x / sqrt(mean(x^2) + epsilon) * weight, for each row of `input`.
at::Tensor rms_norm(const at::Tensor& input, const at::Tensor& weight, double epsilon);

// silu(gate) * up.
at::Tensor gated(const at::Tensor& gate, const at::Tensor& up);

// Cosine and sine of how far each pair of numbers of a head is turned: tokens x (head width / 2).
struct Rotation {
  at::Tensor cosine;
  at::Tensor sine;
};
Rotation rotation_of(const std::vector<std::int64_t>& positions, const LlamaConfig& config);

// Turns the neighbouring pairs of every head of `input`, tokens x (heads * head width): the layout
// of a GGUF file of the Llama architecture, whose converter has reordered the rows of the weights.
at::Tensor rotate(const at::Tensor& input, const Rotation& rotation);

}  // namespace assay::train
