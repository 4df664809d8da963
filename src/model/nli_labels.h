#pragma once
// Which outputs of a classifier mean what.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"

namespace assay::model {

// Positions among the labels. Models that know only "entailment" and "not entailment" have no
// contradiction: what they do not find entailed is undecided.
struct NliLabels {
  std::size_t entailment = 0;
  std::size_t neutral = 0;
  std::optional<std::size_t> contradiction;
};

// Found by name, whatever their order, their case, and `_`, `-` or a space between words. `file` is
// only named in errors.
Result<NliLabels> find_nli_labels(const std::vector<std::string>& labels, const std::string& file);

}  // namespace assay::model
