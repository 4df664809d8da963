#pragma once
// What a decoder is to write: the rows of a batch laid one behind the other.

#include <cstdint>
#include <span>
#include <vector>

#include "train/token_rows.h"

namespace assay::train {

// A row of `rows` is [CLS] w1 ... wn [SEP]: the decoder reads all but the last token, and what it
// is to write at each place is the token behind it.
struct PackedTargets {
  std::vector<std::int64_t> inputs;
  std::vector<std::int64_t> labels;
  std::vector<std::int64_t> positions;
  std::vector<std::int64_t> offsets = {0};

  PackedTargets(const TokenRows& rows, std::span<const std::size_t> chosen);
  std::size_t size() const { return offsets.size() - 1; }
};

}  // namespace assay::train
