#pragma once
// The longest common subsequence of two texts whose words are numbers.
//
// A row of the usual table is kept as one bit a column (the steps from column to column, which are
// 0 or 1), 64 columns a word. Cost: n * m / 64 word operations; positions also keep n * m bits.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::reference {

std::size_t lcs_length(std::span<const std::uint32_t> reference,
                       std::span<const std::uint32_t> response);

// Which words of `reference` one of the longest common subsequences holds, ascending. Of several
// the one that is found when the table is walked from its end, up (towards the reference's start)
// wherever that loses nothing: the one that rouge-score takes.
std::vector<std::size_t> lcs_positions(std::span<const std::uint32_t> reference,
                                       std::span<const std::uint32_t> response);

}  // namespace assay::reference
