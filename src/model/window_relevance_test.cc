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

TEST(MostRelevantWindows, AreTheBestInTheOrderOfTheText) {
  // The last window holds both rare tokens, the first one of them; 1 stands everywhere.
  const Ids text = {1, 7, 1, 2, 1, 3, 7, 8};
  const std::vector<Window> windows = {{0, 2}, {2, 4}, {4, 6}, {6, 8}};
  const Ids claim = {1, 7, 8};
  EXPECT_THAT(most_relevant_windows(text, windows, claim, 2),
              ElementsAre(Window{0, 2}, Window{6, 8}));
  EXPECT_EQ(most_relevant_windows(text, windows, claim, 4), windows);
}

TEST(MostRelevantWindows, AreTheFirstOfEquals) {
  const Ids text = {1, 2, 3, 4};
  const std::vector<Window> windows = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
  EXPECT_THAT(most_relevant_windows(text, windows, Ids{9}, 2),
              ElementsAre(Window{0, 1}, Window{1, 2}));
}

}  // namespace
}  // namespace assay::model
