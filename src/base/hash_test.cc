#include "base/hash.h"

#include <gmock/gmock.h>

namespace assay::base {
namespace {

TEST(Hash, Sha256OfKnownText) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Hash, PartsAreKeptApart) {
  EXPECT_FALSE(Hasher128().add("ab").add("c").digest() == Hasher128().add("a").add("bc").digest());
}

TEST(Hash, MissingFileIsAnError) {
  EXPECT_EQ(sha256_file("no/such/file").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::base
