#include "model/activation.h"

#include <utility>

namespace assay::model {

std::optional<Activation> activation_named(std::string_view name) {
  // `gelu_new`, `gelu_fast` and `gelu_pytorch_tanh` write the same approximation in three ways.
  static constexpr std::pair<std::string_view, Activation> kNames[] = {
      {"gelu", Activation::kGelu},          {"gelu_python", Activation::kGelu},
      {"gelu_new", Activation::kGeluTanh},  {"gelu_pytorch_tanh", Activation::kGeluTanh},
      {"gelu_fast", Activation::kGeluTanh}, {"relu", Activation::kRelu},
      {"silu", Activation::kSilu},          {"swish", Activation::kSilu},
      {"tanh", Activation::kTanh}};
  for (const auto& [known, activation] : kNames) {
    if (name == known) return activation;
  }
  return std::nullopt;
}

std::string_view activation_names() {
  return "gelu, gelu_new, gelu_pytorch_tanh, gelu_fast, relu, silu, tanh";
}

}  // namespace assay::model
