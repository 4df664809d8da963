#include "train/lora/lora_linear.h"

#include <torch/csrc/autograd/custom_function.h>

#include "train/math/bf16_product.h"

namespace assay::train {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// The product in the type of `b`.
at::Tensor product(const at::Tensor& a, const at::Tensor& b) {
  if (b.scalar_type() != at::kBFloat16) return at::mm(a, b);
  return multiply_bf16(a.to(at::kBFloat16), b);
}

struct FrozenLinear : torch::autograd::Function<FrozenLinear> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& /*input*/,
                            const at::Tensor& rounded, const at::Tensor& weight) {
    context->save_for_backward({weight});
    return product(rounded, weight.t());
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const at::Tensor weight = context->get_saved_variables()[0];
    return {product(gradients[0].contiguous(), weight), at::Tensor(), at::Tensor()};
  }
};

struct LoraLinear : torch::autograd::Function<LoraLinear> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& /*input*/,
                            const at::Tensor& rounded, const at::Tensor& weight,
                            const at::Tensor& a, const at::Tensor& b, double scale) {
    const at::Tensor narrow = product(rounded, a.to(rounded.scalar_type()).t());
    context->save_for_backward({rounded, weight, a, b, narrow});
    context->saved_data["scale"] = scale;
    return product(rounded, weight.t()).addmm_(narrow, b.t(), 1, scale);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor &rounded = saved[0], &weight = saved[1], &a = saved[2], &b = saved[3],
                     &narrow = saved[4];
    const double scale = context->saved_data["scale"].toDouble();
    const at::Tensor gradient = gradients[0].contiguous();
    const at::Tensor narrow_gradient = at::mm(gradient, b).mul_(scale);
    variable_list results(6);
    // Nothing before the first layer is trained.
    if (context->needs_input_grad(0)) {
      results[0] = product(gradient, weight).addmm_(narrow_gradient, a);
    }
    results[3] = product(narrow_gradient.t(), rounded);
    results[4] = at::mm(gradient.t(), narrow).mul_(scale);
    return results;
  }
};

}  // namespace

at::Tensor frozen_linear(const LayerInput& input, const at::Tensor& weight) {
  return FrozenLinear::apply(input.values, input.rounded, weight);
}

at::Tensor lora_linear(const LayerInput& input, const at::Tensor& weight, const at::Tensor& a,
                       const at::Tensor& b, double scale) {
  return LoraLinear::apply(input.values, input.rounded, weight, a, b, scale);
}

}  // namespace assay::train
