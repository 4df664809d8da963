#pragma once
// Everything that the rest of a run depends on, in one file: docs/formats/checkpoint.md.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "assay/error.h"

namespace assay::train {

struct Progress {
  std::uint64_t step = 0;        // steps done
  double loss_sum = 0;           // since the last line of the log
  std::uint64_t loss_count = 0;  // steps in it
  double best_score = 0;
  bool has_best = false;
  std::uint64_t evaluations_since_best = 0;
  std::uint64_t log_bytes = 0;  // length of the log
  double seconds = 0;           // of training so far
  bool finished = false;        // the last step was made, or it stopped early
};

struct CheckpointArrays {
  std::vector<float>& values;
  std::vector<float>& first;
  std::vector<float>& second;
};

Result<void> save_checkpoint(const std::filesystem::path& file, const Progress& progress,
                             const CheckpointArrays& arrays);

// kCorrupt for a damaged file, or one of a network of another size.
Result<Progress> load_checkpoint(const std::filesystem::path& file, const CheckpointArrays& arrays);

}  // namespace assay::train
