#pragma once
// attention.h as differentiable LibTorch operations.

#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

namespace assay::train {

// `qkv` is tokens x 3 size: query, key and value beside one another. Returns tokens x size.
at::Tensor attend_all(const at::Tensor& qkv, const std::vector<std::int64_t>& offsets,
                      std::int64_t heads);

// Only the first token of every row asks: `query` is rows x size, `key_value` tokens x 2 size.
// Returns rows x size.
at::Tensor attend_first(const at::Tensor& query, const at::Tensor& key_value,
                        const std::vector<std::int64_t>& offsets, std::int64_t heads);

}  // namespace assay::train
