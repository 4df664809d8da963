#include "cli/command_line/option_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::cli {
namespace {

using testing::HasSubstr;

class OptionKinds : public testing::Test {
 protected:
  OptionKinds() {
    add_count_option(app_, "--count", count_, 1, "how many", 1000);
    add_real_option(app_, "--share", share_, "how much");
    add_file_option(app_, "--file", file_, "which");
    add_directory_option(app_, "--folder", folder_, "which");
  }

  // What the parser says; empty when it takes the value.
  std::string problem(const std::string& name, const std::string& value) {
    app_.clear();
    try {
      app_.parse(std::vector<std::string>{value, name});
    } catch (const CLI::ParseError& error) {
      return error.what();
    }
    return {};
  }

  CLI::App app_;
  int count_ = 7;
  double share_ = 0.25;
  std::string file_, folder_;
};

TEST_F(OptionKinds, ACountIsWrittenInDecimalDigits) {
  EXPECT_EQ(problem("--count", "010"), "");
  EXPECT_EQ(count_, 10);
  EXPECT_EQ(problem("--count", "1000"), "");
  EXPECT_EQ(count_, 1000);
  for (const char* text : {"", "0", "1001", "-1", "0x10", "1e2", " 1", "99999999999999999999"}) {
    EXPECT_THAT(problem("--count", text), HasSubstr("must be a whole number from 1 to 1000"))
        << text;
  }
  EXPECT_EQ(count_, 1000);
}

TEST_F(OptionKinds, ARealNumberIsDecimal) {
  EXPECT_EQ(problem("--share", "0.1"), "");
  EXPECT_EQ(share_, 0.1);
  for (const char* text : {"", " 0.5", "0x1p-1", "half", "nan", "1e999"}) {
    EXPECT_THAT(problem("--share", text), HasSubstr("--share: ")) << text;
  }
  EXPECT_EQ(share_, 0.1);
  EXPECT_EQ(app_.get_option("--share")->get_default_str(), "0.25");
}

TEST_F(OptionKinds, NamesAreNotEmpty) {
  EXPECT_THAT(problem("--file", ""), HasSubstr("--file: the value is empty"));
  EXPECT_THAT(problem("--folder", ""), HasSubstr("--folder: the value is empty"));
  EXPECT_EQ(problem("--file", "a"), "");
}

}  // namespace
}  // namespace assay::cli
