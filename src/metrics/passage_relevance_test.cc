#include "metrics/passage_relevance.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using Indices = std::vector<std::size_t>;

TEST(RelevantPassages, KeepsThoseThatSpeakOfTheResponse) {
  EXPECT_EQ(relevant_passages({"The ferry crosses the narrows.",
                               "A lighthouse was built at Corran.", "It snows in winter."},
                              "The lighthouse at Corran is old."),
            (Indices{1}));
}

TEST(RelevantPassages, CaseAndPunctuationDoNotMatter) {
  EXPECT_EQ(relevant_passages({"snow", "(CORRAN) \u00C9cole"}, "corran? \u00E9cole!"),
            (Indices{1}));
}

TEST(RelevantPassages, KeepsEveryPassageThatHoldsAsMuch) {
  EXPECT_EQ(relevant_passages({"old Corran", "snow", "Corran old"}, "Corran is old"),
            (Indices{0, 2}));
}

TEST(RelevantPassages, KeepsAllWhenNoneSharesAWord) {
  EXPECT_EQ(relevant_passages({"snow", "...", "ice"}, "Corran"), (Indices{0, 1, 2}));
  EXPECT_EQ(relevant_passages({"snow", "ice"}, "..."), (Indices{0, 1}));
}

TEST(RelevantPassages, OneIsAlwaysKept) {
  EXPECT_EQ(relevant_passages({"snow"}, "Corran"), (Indices{0}));
  EXPECT_EQ(relevant_passages({}, "Corran"), Indices{});
}

}  // namespace
}  // namespace assay
