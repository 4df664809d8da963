#include "report/packed.h"

#include <gtest/gtest.h>

namespace assay::report {
namespace {

TEST(Packed, Base64OfRfc4648) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(Packed, PolicyHashOfAKnownText) {
  // printf abc | openssl dgst -sha256 -binary | base64
  EXPECT_EQ(policy_hash("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}

TEST(Packed, GzipHoldsNoTime) {
  const std::string packed = gzip("one text and the same text");
  EXPECT_EQ(packed.substr(0, 8), std::string("\x1f\x8b\x08\0\0\0\0\0", 8));
  EXPECT_EQ(packed, gzip("one text and the same text"));
}

}  // namespace
}  // namespace assay::report
