#include "train/math/linear_function.h"

#include <torch/csrc/autograd/custom_function.h>

#include "train/math/bf16_product.h"

namespace assay::train {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct LinearBf16 : torch::autograd::Function<LinearBf16> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input,
                            const at::Tensor& weight, const c10::optional<at::Tensor>& bias) {
    const at::Tensor input16 = input.to(at::kBFloat16);
    const at::Tensor weight16 = weight.to(at::kBFloat16);
    const at::Tensor result = multiply_bf16(input16, weight16.t(), bias.value_or(at::Tensor()));
    context->saved_data["biased"] = bias.has_value();
    context->save_for_backward({weight.requires_grad() ? input16 : at::Tensor(), weight16});
    return result;
  }

  // What nobody asks for, such as the gradient of a frozen weight, is not computed.
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor gradient = gradients[0].contiguous();
    const at::Tensor gradient16 = gradient.to(at::kBFloat16);
    variable_list results(3);
    const at::Tensor& input16 = saved[0];
    const at::Tensor& weight16 = saved[1];
    if (context->needs_input_grad(0)) results[0] = multiply_bf16(gradient16, weight16);
    if (context->needs_input_grad(1)) results[1] = multiply_bf16(gradient16.t(), input16);
    const bool biased = context->saved_data["biased"].toBool();
    if (biased && context->needs_input_grad(2)) results[2] = gradient.sum(0);
    return results;
  }
};

}  // namespace

at::Tensor linear_bf16(const at::Tensor& input, const at::Tensor& weight, const at::Tensor& bias) {
  // A tensor that is not there may not be an input of an operation.
  const auto given = bias.defined() ? c10::make_optional(bias) : c10::nullopt;
  return LinearBf16::apply(input, weight, given);
}

}  // namespace assay::train
