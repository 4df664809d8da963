#include "base/format.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Format, Counts) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1000), "1,000");
  EXPECT_EQ(format_count(1234567), "1,234,567");
}

TEST(Format, Durations) {
  EXPECT_EQ(format_duration(0.418), "0.42 s");
  EXPECT_EQ(format_duration(12.34), "12.3 s");
  EXPECT_EQ(format_duration(59.96), "1 min 00 s");
  EXPECT_EQ(format_duration(185), "3 min 05 s");
  EXPECT_EQ(format_duration(7620), "2 h 07 min");
}

TEST(Format, Bytes) {
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_bytes(23532720), "23.5 MB");
  EXPECT_EQ(format_bytes(999960), "1.0 MB");
}

TEST(Format, SharesAndPlurals) {
  EXPECT_EQ(format_percent(0.987), "98.7 %");
  EXPECT_EQ(plural(1, "record"), "1 record");
  EXPECT_EQ(plural(0, "record"), "0 records");
  EXPECT_EQ(plural(1024, "record"), "1,024 records");
}

}  // namespace
}  // namespace assay
