#include "nlp/parser_state.h"

#include <gmock/gmock.h>

namespace assay::nlp {
namespace {

constexpr std::ptrdiff_t kNone = ParserState::kNone;

ParserState state_of(std::size_t words, int shifts) {
  ParserState state;
  state.start(words);
  for (int i = 0; i < shifts; ++i) state.shift();
  return state;
}

TEST(ParserState, StartsWithAllWordsInTheBuffer) {
  const ParserState state = state_of(2, 0);
  EXPECT_EQ(state.buffer(0), 0);
  EXPECT_EQ(state.buffer(1), 1);
  EXPECT_EQ(state.buffer(2), kNone);
  EXPECT_EQ(state.stack(0), kNone);
  EXPECT_TRUE(state.can_shift());
  EXPECT_FALSE(state.can_reduce());
  EXPECT_FALSE(state.can_attach());
  EXPECT_TRUE(state.can_break());
  EXPECT_FALSE(state.is_final());
}

TEST(ParserState, AWordWithoutHeadGoesBackOnce) {
  ParserState state = state_of(3, 2);
  state.reduce();
  EXPECT_EQ(state.buffer(0), 1);
  EXPECT_EQ(state.buffer(1), 2);
  EXPECT_EQ(state.stack(0), 0);
  EXPECT_FALSE(state.can_shift());
}

TEST(ParserState, TheLastWordOnTheStackLeavesForGood) {
  ParserState state = state_of(1, 1);
  state.reduce();
  EXPECT_TRUE(state.is_final());
  EXPECT_EQ(state.head(0), kNone);
}

TEST(ParserState, AttachingLeftAllowsAWordToBeShiftedAgain) {
  ParserState state = state_of(4, 3);
  state.reduce();  // 2 is put back
  EXPECT_FALSE(state.can_shift());
  state.attach_left(5);  // 1 gets head 2
  EXPECT_TRUE(state.can_shift());
  EXPECT_EQ(state.head(1), 2);
  EXPECT_EQ(state.label(1), 5U);
}

TEST(ParserState, ChildrenAreRememberedInTheOrderOfAttachment) {
  ParserState state = state_of(4, 1);
  state.attach_right(1);  // 1 under 0
  state.reduce();
  state.attach_right(1);  // 2 under 0
  EXPECT_EQ(state.last_right_child(0), 2);
  // Word 3 takes 2 over, so that 1 is the last child of 0 again.
  state.attach_left(2);
  EXPECT_EQ(state.last_right_child(0), 1);
  EXPECT_EQ(state.last_left_child(3), 2);
  EXPECT_EQ(state.last_left_child(kNone), kNone);
}

TEST(ParserState, ASentenceStartStopsArcs) {
  ParserState state = state_of(3, 0);
  state.break_sentence();
  EXPECT_FALSE(state.can_break());
  state.shift();
  EXPECT_FALSE(state.can_attach());
  EXPECT_FALSE(state.can_shift());
  EXPECT_TRUE(state.can_reduce());
  state.reduce();
  EXPECT_TRUE(state.can_shift());
}

TEST(ParserState, TheLastWordIsNotShiftedOntoOthers) {
  const ParserState state = state_of(2, 1);
  EXPECT_FALSE(state.can_shift());
  EXPECT_TRUE(state.can_attach());
}

TEST(ParserState, GivingUpIsFinal) {
  ParserState state = state_of(5, 3);
  state.reduce();
  state.give_up();
  EXPECT_TRUE(state.is_final());
}

}  // namespace
}  // namespace assay::nlp
