#include "cli/command_line/numbers.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

TEST(WholeNumber, IsDigitsAlone) {
  EXPECT_EQ(parse_whole_number("0"), 0U);
  EXPECT_EQ(parse_whole_number("010"), 10U);
  EXPECT_EQ(parse_whole_number("18446744073709551615"), UINT64_MAX);
  for (const char* text : {"", " 1", "1 ", "+1", "-1", "0x10", "1e3", "1.0", "1'000", "one",
                           "18446744073709551616", "100000000000000000000"}) {
    EXPECT_FALSE(parse_whole_number(text)) << text;
  }
}

TEST(RealNumber, IsDecimalAndFinite) {
  EXPECT_EQ(parse_real_number("0.5"), 0.5);
  EXPECT_EQ(parse_real_number(".5"), 0.5);
  EXPECT_EQ(parse_real_number("-2"), -2.0);
  EXPECT_EQ(parse_real_number("1e-3"), 1e-3);
  for (const char* text :
       {"", " 0.5", "0.5 ", "+1", "0x1p-1", "1e", "inf", "nan", "1e999", "0,5", "0.5.0", "half"}) {
    EXPECT_FALSE(parse_real_number(text)) << text;
  }
}

}  // namespace
}  // namespace assay::cli
