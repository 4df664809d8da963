#pragma once
// Pair classification as the training loop sees it.

#include <memory>
#include <string>
#include <vector>

#include "train/encoder/model_writer.h"
#include "train/encoder/pair_rows.h"
#include "train/trainer.h"

namespace assay::train {

struct NamedPairs {
  std::string name;
  PairRows rows;
};

struct PairTaskOptions {
  double label_smoothing = 0;
  ModelTemplate model;
};

// The score of an evaluation is the mean accuracy over all sources of all evaluation files.
std::shared_ptr<const EncoderTask> make_pair_task(PairRows rows,
                                                  std::vector<NamedPairs> evaluations,
                                                  PairTaskOptions options);

// Logits of every row, rows x labels, computed on `threads` threads.
std::vector<float> classify_rows(EncoderParameters& parameters, const TokenRows& rows,
                                 std::size_t labels, int threads);

}  // namespace assay::train
