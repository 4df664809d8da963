#include "cli/terminal/table.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

Table sample() {
  Table table({{"metric"}, {"mean", Column::Align::kRight}, {"note"}});
  table.add_row({"q2", "0.500", "fine"});
  table.add_row({"überlapp", "1.000"});
  return table;
}

TEST(Table, AlignsColumnsAndTrimsLines) {
  EXPECT_EQ(sample().to_string(Style(false)),
            "metric     mean  note\n"
            "q2        0.500  fine\n"
            "überlapp  1.000\n");
}

TEST(Table, PaintsTheHeadingAlone) {
  EXPECT_EQ(sample().to_string(Style(true)),
            "\x1b[1mmetric     mean  note\x1b[0m\n"
            "q2        0.500  fine\n"
            "überlapp  1.000\n");
}

TEST(Table, ANameFromAFileStaysInItsCell) {
  Table table({{"metric"}, {"n"}});
  table.add_row({"a\nb\x1b[2J", "1"});
  EXPECT_EQ(table.to_string(Style(false)),
            "metric       n\n"
            "a\\nb\\x1b[2J  1\n");
}

}  // namespace
}  // namespace assay::cli
