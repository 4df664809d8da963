// Products in bfloat16 against the same numbers multiplied in 32 bits.

#include "train/math/bf16_product.h"

#include <gtest/gtest.h>

namespace assay::train {
namespace {

// Small whole numbers: exact in bfloat16, and so are their sums in 32 bits.
at::Tensor whole_numbers(std::int64_t rows, std::int64_t columns, std::int64_t seed) {
  return at::arange(rows * columns, at::kFloat)
      .mul(7)
      .add(seed)
      .remainder(13)
      .sub(6)
      .view({rows, columns});
}

at::Tensor in_bf16(const at::Tensor& tensor) {
  return tensor.to(at::kBFloat16);
}

TEST(Bf16Product, EqualsTheProductOfExactNumbers) {
  if (!processor_multiplies_bf16()) GTEST_SKIP() << "the processor has no AVX-512 BF16";
  const at::Tensor a = whole_numbers(37, 50, 1);
  const at::Tensor b = whole_numbers(50, 19, 2);
  const at::Tensor bias = whole_numbers(1, 19, 3).view({19});
  const at::Tensor plain = at::mm(a, b);
  const at::Tensor a16 = in_bf16(a);
  const at::Tensor b16 = in_bf16(b);
  EXPECT_TRUE(at::equal(multiply_bf16(a16, b16), plain));
  EXPECT_TRUE(at::equal(multiply_bf16(a16, b16, bias), plain + bias));
  const at::Tensor a_turned = in_bf16(a.t().contiguous()).t();
  const at::Tensor b_turned = in_bf16(b.t().contiguous()).t();
  EXPECT_TRUE(at::equal(multiply_bf16(a_turned, b16), plain));
  EXPECT_TRUE(at::equal(multiply_bf16(a16, b_turned), plain));
  EXPECT_TRUE(at::equal(multiply_bf16(a_turned, b_turned), plain));
}

TEST(Bf16Product, OfOneRowOrColumn) {
  if (!processor_multiplies_bf16()) GTEST_SKIP() << "the processor has no AVX-512 BF16";
  const at::Tensor row = whole_numbers(1, 8, 1);
  const at::Tensor column = whole_numbers(8, 1, 2);
  EXPECT_TRUE(at::equal(multiply_bf16(in_bf16(row), in_bf16(column)), at::mm(row, column)));
  EXPECT_TRUE(at::equal(multiply_bf16(in_bf16(column), in_bf16(row)), at::mm(column, row)));
}

}  // namespace
}  // namespace assay::train
