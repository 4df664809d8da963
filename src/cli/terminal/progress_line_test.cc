#include "cli/terminal/progress_line.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

Progress progress_of(std::uint64_t records, double fraction, double seconds) {
  Progress progress;
  progress.records = records;
  progress.fraction = fraction;
  progress.seconds = seconds;
  return progress;
}

TEST(ProgressLine, ShowsRateAndTimeLeft) {
  EXPECT_EQ(format_progress(progress_of(500, 0.25, 10), 200),
            "[=====>              ]  25 %  500 records  50.0/s  30.0 s left");
}

TEST(ProgressLine, ResumedRecordsDoNotMakeItLookFast) {
  Progress progress = progress_of(500, 0.5, 10);
  progress.resumed = 400;
  EXPECT_EQ(format_progress(progress, 200),
            "[==========>         ]  50 %  500 records  10.0/s  50.0 s left");
}

TEST(ProgressLine, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(format_progress(progress_of(1, 0, 0), 200), "1 record");
  EXPECT_EQ(format_progress(progress_of(2, 0, 0), 200, "prompt"), "2 prompts");
}

TEST(ProgressLine, NamesFailures) {
  Progress progress = progress_of(10, 1, 1);
  progress.failed = 2;
  EXPECT_EQ(format_progress(progress, 200),
            "[====================] 100 %  10 records  10.0/s  0.00 s left  2 failed");
}

TEST(ProgressLine, FitsTheTerminal) {
  EXPECT_EQ(format_progress(progress_of(500, 0.25, 10), 12), "[=====>    …");
}

}  // namespace
}  // namespace assay::cli
