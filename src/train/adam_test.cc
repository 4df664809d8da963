#include "train/adam.h"

#include <gmock/gmock.h>

namespace assay::train {
namespace {

using ::testing::FloatNear;
using ::testing::Pointwise;

// A decaying matrix of four numbers and a bias of two.
ParameterSet small_set() {
  ParameterSet set;
  set.add({.parts = {"w"}, .shape = {2, 2}, .decays = true});
  set.add({.parts = {"b"}, .shape = {2}});
  set.allocate();
  set.trained() = {.5F, -1, 2, .25F, .1F, -.2F};
  return set;
}

// Two steps of torch.optim.AdamW (PyTorch 1.13.1) with weight decay .01 on `w` alone, learning rate
// .1, after torch.nn.utils.clip_grad_norm_ to 1 (which adds 1e-6 to the norm, and we do not).
TEST(Adam, StepsEqualThoseOfPyTorch) {
  ParameterSet set = small_set();
  Adam adam(set, {});
  const std::vector<float> w1 = {.3F, -.4F, 0, 1};
  const std::vector<float> b1 = {.5F, -2};
  const ShardGradient first = {w1.data(), b1.data()};
  EXPECT_NEAR(adam.step(set, {&first, 1}, 1, .1, 1), 2.345207929611206, 1e-6);
  const std::vector<float> after_first = {0.3995000422F, -0.8990000486F, 1.9980000257F,
                                          0.1497500092F, 0.0F,           -0.1000000089F};
  EXPECT_THAT(set.trained(), Pointwise(FloatNear(1e-6F), after_first));
  const std::vector<float> w2 = {.1F, .2F, -.3F, -1};
  const std::vector<float> b2 = {-.5F, .25F};
  const ShardGradient second = {w2.data(), b2.data()};
  EXPECT_NEAR(adam.step(set, {&second, 1}, 2, .1, 1), 1.2051969766616821, 1e-6);
  const std::vector<float> after_second = {0.3023842573F, -0.9019930959F, 2.0704157352F,
                                           0.1851782203F, 0.0355779603F,  -0.0524901822F};
  EXPECT_THAT(set.trained(), Pointwise(FloatNear(5e-6F), after_second));
}

TEST(Adam, ShardsAddUp) {
  ParameterSet whole = small_set();
  ParameterSet halves = small_set();
  Adam one(whole, {});
  Adam two(halves, {});
  const std::vector<float> w = {.5F, -.25F, .125F, 1};
  const std::vector<float> b = {2, 4};
  const std::vector<float> half_w = {.25F, -.125F, .0625F, .5F};
  const std::vector<float> half_b = {1, 2};
  const ShardGradient all = {w.data(), b.data()};
  const ShardGradient parts[] = {{half_w.data(), half_b.data()}, {half_w.data(), half_b.data()}};
  EXPECT_EQ(one.step(whole, {&all, 1}, 1, .01, 1), two.step(halves, parts, 1, .01, 2));
  EXPECT_EQ(whole.trained(), halves.trained());
}

}  // namespace
}  // namespace assay::train
