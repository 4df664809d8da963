#include "model/windows.h"

#include <gmock/gmock.h>

namespace assay::model {
namespace {

using ::testing::ElementsAre;

TEST(Windows, ShortTextIsOneWindow) {
  EXPECT_THAT(cut_windows(0, 8, 2), ElementsAre(Window{0, 0}));
  EXPECT_THAT(cut_windows(8, 8, 2), ElementsAre(Window{0, 8}));
}

TEST(Windows, LongTextOverlapsAndTheLastWindowIsFull) {
  EXPECT_THAT(cut_windows(9, 8, 2), ElementsAre(Window{0, 8}, Window{1, 9}));
  EXPECT_THAT(cut_windows(20, 8, 2), ElementsAre(Window{0, 8}, Window{6, 14}, Window{12, 20}));
}

TEST(Windows, EveryTokenIsReadAndEveryPairOfNeighboursTogether) {
  for (std::size_t tokens = 1; tokens < 60; ++tokens) {
    const auto windows = cut_windows(tokens, 10, 3);
    std::size_t read = 0;
    for (const Window& window : windows) {
      EXPECT_TRUE(window.first == 0 || window.first < read) << tokens;
      read = window.last;
    }
    EXPECT_EQ(read, tokens);
  }
}

TEST(PairPlan, PairThatFitsIsReadWhole) {
  const PairPlan plan = plan_pair(10, 87, {.max_length = 100, .whole = 100, .window = 40});
  EXPECT_THAT(plan.windows, ElementsAre(Window{0, 87}));
  EXPECT_FALSE(plan.truncated);
}

TEST(PairPlan, LongerPairIsReadInWindowsBesideTheWholeFixedText) {
  const PairPlan plan = plan_pair(10, 88, {.max_length = 100, .whole = 100, .window = 40});
  EXPECT_EQ(plan.fixed_tokens, 10U);
  EXPECT_EQ(plan.windows.front(), (Window{0, 40}));
  EXPECT_FALSE(plan.truncated);
}

TEST(PairPlan, WindowsFillTheSequenceUnlessToldOtherwise) {
  const PairPlan plan = plan_pair(10, 200, {.max_length = 100, .whole = 100});
  EXPECT_EQ(plan.windows.front(), (Window{0, 87}));
}

TEST(PairPlan, TextsLongerThanWholeAreWindowedThoughTheyWouldFit) {
  const PairPlan plan = plan_pair(10, 87, {.max_length = 512, .whole = 99, .window = 40});
  EXPECT_EQ(plan.windows.front(), (Window{0, 40}));
}

TEST(PairPlan, FixedTextThatLeavesNoRoomIsCut) {
  const PairPlan plan = plan_pair(200, 50, {.max_length = 100, .whole = 100});
  EXPECT_TRUE(plan.truncated);
  EXPECT_EQ(plan.fixed_tokens, 81U);
  EXPECT_EQ(plan.windows.front(), (Window{0, 16}));
}

TEST(PairPlan, EmptyTextsAreNoSpecialCase) {
  const PairPlan plan = plan_pair(0, 0, {});
  EXPECT_THAT(plan.windows, ElementsAre(Window{0, 0}));
  EXPECT_FALSE(plan.truncated);
}

}  // namespace
}  // namespace assay::model
