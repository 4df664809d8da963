#pragma once
// Gradients against differences, for tests.

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "train/parameters.h"
#include "train/random.h"

namespace assay::train {

// Along a random direction in each parameter: what its gradient says against what the loss does.
// `gradients` are in the order of the parameters, all of which are trained.
inline void expect_slopes(ParameterSet& set, const std::vector<at::Tensor>& gradients,
                          const std::function<double()>& loss_at) {
  constexpr double kStep = 2e-3;
  Random random(5);
  for (std::size_t i = 0; i < set.all().size(); ++i) {
    const Parameter& parameter = set.all()[i];
    const auto values = set.values(parameter);
    const std::vector<float> kept(values.begin(), values.end());
    const at::Tensor gradient = gradients[i].contiguous();
    std::vector<double> direction(values.size());
    double slope = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
      direction[k] = random.normal();
      slope += direction[k] * static_cast<double>(gradient.data_ptr<float>()[k]);
    }
    const auto move = [&](double step) {
      for (std::size_t k = 0; k < values.size(); ++k) {
        values[k] = static_cast<float>(static_cast<double>(kept[k]) + step * direction[k]);
      }
      return loss_at();
    };
    const double difference = (move(kStep) - move(-kStep)) / (2 * kStep);
    std::copy(kept.begin(), kept.end(), values.begin());
    EXPECT_NEAR(slope, difference, .01 + .02 * std::abs(difference)) << parameter.parts.front();
  }
}

}  // namespace assay::train
