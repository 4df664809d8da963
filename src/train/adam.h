#pragma once
// AdamW over the flat buffer of trained parameters, with clipping by the norm of the whole
// gradient.
//
// The gradient comes in shards that are added in their order, and every sum is taken over fixed
// pieces: a step gives the same bits whatever the number of threads.

#include <cstddef>
#include <span>
#include <vector>

#include "train/parameters.h"

namespace assay::train {

struct AdamOptions {
  double weight_decay = .01;  // on matrices only
  double clip = 1;            // the largest norm of a gradient; 0 does not clip
  double beta1 = .9;
  double beta2 = .999;
  double epsilon = 1e-8;
};

// The gradient of one shard: a pointer for each trained parameter, in their order.
using ShardGradient = std::vector<const float*>;

class Adam {
 public:
  Adam(const ParameterSet& set, const AdamOptions& options);

  // Moves the values; `step` counts from 1. Returns the norm of the gradient before clipping.
  double step(ParameterSet& set, std::span<const ShardGradient> shards, std::size_t step,
              double learning_rate, int threads);

  std::vector<float>& first() { return first_; }
  std::vector<float>& second() { return second_; }

 private:
  // A part of one parameter, small enough to stay in the cache while it is worked on.
  struct Piece {
    std::size_t parameter;  // among the trained ones
    std::size_t begin;      // within it
    std::size_t offset;     // in the flat buffer
    std::size_t count;
    bool decays;
  };

  double add_shards(std::span<const ShardGradient> shards, int threads);

  AdamOptions options_;
  std::vector<Piece> pieces_;
  std::vector<float> gradient_;
  std::vector<float> first_;
  std::vector<float> second_;
};

}  // namespace assay::train
