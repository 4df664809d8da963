#pragma once
// Rows of pair classification: {premise, hypothesis, label} with optional `source`, `weight`, and
// `probabilities` (one a label, in the order of the labels) in place of `label`.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/tokenizer.h"
#include "train/row_sources.h"
#include "train/token_rows.h"

namespace assay::train {

struct PairRows {
  std::vector<std::string> labels;
  RowSources sources;  // a row without one has the name of its file
  TokenRows tokens;
  std::vector<float> targets;  // rows x labels: a distribution each
  std::vector<float> weights;
  std::size_t cut = 0;  // rows whose premise did not fit whole

  std::size_t size() const { return tokens.size(); }
  std::span<const float> target(std::size_t row) const {
    return std::span(targets).subspan(row * labels.size(), labels.size());
  }
  // Keeps the rows named, in that order.
  void keep(const std::vector<std::size_t>& rows);
};

struct PairReading {
  std::vector<std::string> labels;
  std::size_t max_length = 128;  // of a sequence in tokens; the longer text loses its end
  int threads = 0;
};

// Adds the rows of a file. An error names file, line and field of the first bad row.
Result<void> read_pairs(const std::filesystem::path& file, const Tokenizer& tokenizer,
                        const PairReading& reading, PairRows& rows);

}  // namespace assay::train
