#include "metrics/record_check.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

Record record_with(std::string response, std::vector<std::string> passages) {
  Record record;
  record.response = std::move(response);
  for (std::string& passage : passages) record.knowledge.push_back({"", "", std::move(passage)});
  return record;
}

TEST(IsBlank, KnowsEveryKindOfWhiteSpace) {
  EXPECT_TRUE(is_blank(""));
  EXPECT_TRUE(is_blank(" \t\r\n"));
  EXPECT_TRUE(is_blank("\u00A0\u2003\u3000\u2028"));
  EXPECT_FALSE(is_blank(" \u3000x"));
  EXPECT_FALSE(is_blank("."));
}

TEST(Unscorable, BlankResponseHasNoClaimsWhateverTheKnowledge) {
  EXPECT_EQ(unscorable(record_with("", {"Tea is hot."})), Status::kNoClaims);
  EXPECT_EQ(unscorable(record_with(" \n", {})), Status::kNoClaims);
}

TEST(Unscorable, NoPassageWithTextIsNoEvidence) {
  EXPECT_EQ(unscorable(record_with("Tea is hot.", {})), Status::kNoEvidence);
  EXPECT_EQ(unscorable(record_with("Tea is hot.", {"", " \t"})), Status::kNoEvidence);
}

TEST(Unscorable, OnePassageWithTextIsEnough) {
  EXPECT_EQ(unscorable(record_with("Tea is hot.", {"", "Tea."})), std::nullopt);
}

}  // namespace
}  // namespace assay
