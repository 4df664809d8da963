#include "metrics/stage_clock.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(StageClock, KeepsStagesInTheirFirstOrderAndAddsUp) {
  StageClock clock;
  { const auto timing = clock.time("parse"); }
  { const auto timing = clock.time("ask"); }
  const double before = clock.times()[0].seconds;
  { const auto timing = clock.time("parse"); }
  ASSERT_EQ(clock.times().size(), 2u);
  EXPECT_EQ(clock.times()[0].stage, "parse");
  EXPECT_EQ(clock.times()[1].stage, "ask");
  EXPECT_GT(clock.times()[0].seconds, before);
}

}  // namespace
}  // namespace assay
