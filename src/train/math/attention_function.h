#pragma once
// attention.h as differentiable LibTorch operations.

#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

namespace assay::train {

// `qkv` is tokens x 3 size: query, key and value beside one another. Returns tokens x size. Where
// it is causal, a token sees itself and those before it.
at::Tensor attend_all(const at::Tensor& qkv, const std::vector<std::int64_t>& offsets,
                      std::int64_t heads, bool causal = false);

// Row r of the queries, the tokens [query_offsets[r], query_offsets[r + 1]) of `query` (tokens x
// size), looks at row r of `key_value` (tokens x 2 size). Returns as many rows as there are
// queries.
at::Tensor attend_from(const at::Tensor& query, const std::vector<std::int64_t>& query_offsets,
                       const at::Tensor& key_value, const std::vector<std::int64_t>& offsets,
                       std::int64_t heads);

// Only the first token of every row asks: `query` is rows x size, `key_value` tokens x 2 size.
// Returns rows x size.
at::Tensor attend_first(const at::Tensor& query, const at::Tensor& key_value,
                        const std::vector<std::int64_t>& offsets, std::int64_t heads);

}  // namespace assay::train
