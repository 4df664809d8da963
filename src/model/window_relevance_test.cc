#include "model/window_relevance.h"

#include <gmock/gmock.h>

namespace assay::model {
namespace {

using ::testing::ElementsAre;
using Ids = std::vector<std::uint32_t>;

TEST(RelevantWindows, AreThoseThatShareTheRareTokensOfTheClaim) {
  // Token 1 stands everywhere, 7 and 8 in the second window alone.
  const Ids text = {1, 2, 3, 1, 7, 8, 1, 4, 5};
  const std::vector<Window> windows = {{0, 3}, {3, 6}, {6, 9}};
  const Ids claim = {1, 7, 8, 9};
  EXPECT_THAT(relevant_windows(text, windows, claim), ElementsAre(Window{3, 6}));
}

TEST(RelevantWindows, AreAllWhenNoneSharesAToken) {
  const Ids text = {1, 2, 3, 4};
  const std::vector<Window> windows = {{0, 2}, {2, 4}};
  const Ids claim = {9};
  EXPECT_EQ(relevant_windows(text, windows, claim), windows);
}

TEST(RelevantWindows, KeepEveryWindowThatIsAboutAsClose) {
  const Ids text = {7, 8, 1, 7, 8, 2, 3, 4, 5};
  const std::vector<Window> windows = {{0, 3}, {3, 6}, {6, 9}};
  const Ids claim = {7, 8};
  EXPECT_THAT(relevant_windows(text, windows, claim), ElementsAre(Window{0, 3}, Window{3, 6}));
}

}  // namespace
}  // namespace assay::model
