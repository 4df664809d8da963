#include "train/lora/causal_functions.h"

#include <torch/csrc/autograd/custom_function.h>

#include <cmath>

namespace assay::train {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct RmsNorm : torch::autograd::Function<RmsNorm> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input,
                            const at::Tensor& weight, double epsilon) {
    const at::Tensor factor = input.square().mean(1, /*keepdim=*/true).add_(epsilon).rsqrt_();
    context->save_for_backward({input, weight, factor});
    return (input * factor).mul_(weight);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& factor = saved[2];
    const at::Tensor normed = saved[0] * factor;
    const at::Tensor gradient = gradients[0] * saved[1];
    const at::Tensor along = (gradient * normed).mean(1, /*keepdim=*/true);
    return {(gradient - normed * along).mul_(factor), at::Tensor(), at::Tensor()};
  }
};

struct Gated : torch::autograd::Function<Gated> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& gate,
                            const at::Tensor& up) {
    context->save_for_backward({gate, up});
    return at::silu(gate).mul_(up);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& gate = saved[0];
    const at::Tensor share = at::sigmoid(gate);
    const at::Tensor silu = gate * share;
    const at::Tensor up_gradient = gradients[0] * silu;
    // The slope of silu is share * (1 + gate * (1 - share)) = share + silu * (1 - share).
    at::Tensor slope = (1 - share).mul_(silu).add_(share);
    slope.mul_(saved[1]).mul_(gradients[0]);
    return {slope, up_gradient};
  }
};

// `turn` is 1, or -1 for the way back.
void turn_pairs(const float* from, const Rotation& rotation, std::int64_t heads, float turn,
                float* to) {
  const std::int64_t tokens = rotation.cosine.size(0);
  const std::int64_t pairs = rotation.cosine.size(1);
  const float* cosine = rotation.cosine.data_ptr<float>();
  const float* sine = rotation.sine.data_ptr<float>();
  for (std::int64_t token = 0; token < tokens; ++token, cosine += pairs, sine += pairs) {
    for (std::int64_t head = 0; head < heads; ++head, from += 2 * pairs, to += 2 * pairs) {
      for (std::int64_t i = 0; i < pairs; ++i) {
        const float x = from[2 * i];
        const float y = from[2 * i + 1];
        const float s = turn * sine[i];
        to[2 * i] = x * cosine[i] - y * s;
        to[2 * i + 1] = x * s + y * cosine[i];
      }
    }
  }
}

at::Tensor turned(const at::Tensor& input, const Rotation& rotation, float turn) {
  const at::Tensor from = input.contiguous();
  at::Tensor to = at::empty_like(from);
  const std::int64_t heads = from.size(1) / (2 * rotation.cosine.size(1));
  turn_pairs(from.data_ptr<float>(), rotation, heads, turn, to.data_ptr<float>());
  return to;
}

struct Rotate : torch::autograd::Function<Rotate> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& input,
                            const at::Tensor& cosine, const at::Tensor& sine) {
    context->save_for_backward({cosine, sine});
    return turned(input, {cosine, sine}, 1);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    return {turned(gradients[0], {saved[0], saved[1]}, -1), at::Tensor(), at::Tensor()};
  }
};

}  // namespace

at::Tensor rms_norm(const at::Tensor& input, const at::Tensor& weight, double epsilon) {
  return RmsNorm::apply(input, weight, epsilon);
}

at::Tensor gated(const at::Tensor& gate, const at::Tensor& up) {
  return Gated::apply(gate, up);
}

Rotation rotation_of(const std::vector<std::int64_t>& positions, const LlamaConfig& config) {
  const std::size_t pairs = config.head_width / 2;
  const auto tokens = static_cast<std::int64_t>(positions.size());
  Rotation rotation{at::empty({tokens, static_cast<std::int64_t>(pairs)}, at::kFloat),
                    at::empty({tokens, static_cast<std::int64_t>(pairs)}, at::kFloat)};
  float* cosine = rotation.cosine.data_ptr<float>();
  float* sine = rotation.sine.data_ptr<float>();
  for (const std::int64_t position : positions) {
    for (std::size_t i = 0; i < pairs; ++i) {
      const double power = -2 * static_cast<double>(i) / static_cast<double>(config.head_width);
      double angle = static_cast<double>(position) * std::pow(config.rope_base, power);
      if (!config.rope_divisors.empty()) angle /= static_cast<double>(config.rope_divisors[i]);
      *cosine++ = static_cast<float>(std::cos(angle));
      *sine++ = static_cast<float>(std::sin(angle));
    }
  }
  return rotation;
}

at::Tensor rotate(const at::Tensor& input, const Rotation& rotation) {
  return Rotate::apply(input, rotation.cosine, rotation.sine);
}

}  // namespace assay::train
