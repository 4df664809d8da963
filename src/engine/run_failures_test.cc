// What a run tells of results that failed in scoring.

#include <string>

#include "engine/run_fixture.h"

namespace assay::engine {
namespace {

class FailedResults : public RunTest {
 protected:
  FailedResults() { options_.input = folder_.write("in.jsonl", unscorable_records()); }

  // Thirty, of which every second one cannot be scored and the first cannot be read.
  static std::string unscorable_records() {
    std::string lines = "not json\n";
    for (int i = 1; i < 30; ++i) {
      lines += "{\"id\":\"r" + std::to_string(i) + "\",\"response\":\"" +
               (i % 2 == 0 ? "unscorable" : "good") + "\",\"knowledge\":\"k\"}\n";
    }
    return lines;
  }
};

TEST_F(FailedResults, TheFirstTenAreTold) {
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().to_string();
  ASSERT_EQ(summary->first_failures.size(), 10U);
  EXPECT_EQ(summary->first_failures[0].id, "r2");
  EXPECT_EQ(summary->first_failures[0].metric, "fake");
  EXPECT_EQ(summary->first_failures[0].error.message, "cannot be scored");
  EXPECT_EQ(summary->first_failures[9].id, "r20");
}

TEST_F(FailedResults, UnreadableRecordsAreNotAmongThem) {
  options_.input = folder_.write("in.jsonl", "{\"response\":\"good\"}\nnot json\n");
  const auto summary = run();
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->first_errors.size(), 1U);
  EXPECT_TRUE(summary->first_failures.empty());
}

TEST_F(FailedResults, AResumedRunTellsThoseThatItScoredItself) {
  run_partly(3);
  const auto summary = run();
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->n_resumed, 24U);
  ASSERT_EQ(summary->first_failures.size(), 3U);
  EXPECT_EQ(summary->first_failures[0].id, "r24");
}

}  // namespace
}  // namespace assay::engine
