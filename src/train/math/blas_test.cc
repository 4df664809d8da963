#include "train/math/blas.h"

#include <gtest/gtest.h>

namespace assay::train {
namespace {

TEST(BlasKernels, AreReplacedWhereTheProcessorCanDoMore) {
  EXPECT_EQ(better_blas_kernels("Prescott", {.avx2 = true, .avx512 = true}), "SkylakeX");
  EXPECT_EQ(better_blas_kernels("Prescott", {.avx2 = true}), "Haswell");
}

TEST(BlasKernels, StayWhereTheyAreTheBest) {
  EXPECT_EQ(better_blas_kernels("Prescott", {}), "");
  EXPECT_EQ(better_blas_kernels("Zen", {.avx2 = true}), "");
  EXPECT_EQ(better_blas_kernels("SkylakeX", {.avx2 = true, .avx512 = true}), "");
}

}  // namespace
}  // namespace assay::train
