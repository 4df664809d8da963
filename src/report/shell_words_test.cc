#include "report/shell_words.h"

#include <gtest/gtest.h>

namespace assay::report {
namespace {

TEST(ShellWords, QuotesWhatTheShellWouldRead) {
  EXPECT_EQ(shell_line({"assay", "report", "a b.jsonl", "it's", "", "--field", "id=key"}),
            R"(assay report 'a b.jsonl' 'it'\''s' '' --field id=key)");
}

}  // namespace
}  // namespace assay::report
