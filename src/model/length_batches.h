#pragma once
// Rows of unlike length, cut into batches that one call of an engine computes.

#include <cstddef>
#include <span>
#include <vector>

namespace assay::model {

struct Batch {
  std::vector<std::size_t> rows;  // positions in the list of lengths
  std::size_t padded_length = 0;
};

// A row's padded length depends on its own length only, so that its arithmetic is the same in any
// company. It never exceeds `max_length`, which the network has positions for.
std::size_t padded_length(std::size_t length, std::size_t max_length);

// Batches of rows of equal padded length, longest first (the last ones to run are short, so that
// threads finish together). A batch has at most `batch_tokens` tokens, but at least one row.
std::vector<Batch> length_batches(std::span<const std::size_t> lengths, std::size_t max_length,
                                  std::size_t batch_tokens);

}  // namespace assay::model
