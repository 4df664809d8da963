#pragma once
// Low-rank changes to the matrices of a causal model (LoRA, Hu et al. 2021): beside W x the model
// computes alpha / rank * B A x, with A of `rank` rows and B of `rank` columns. Only A and B are
// trained; W stays as it is.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "train/lora/llama_config.h"
#include "train/parameters.h"

namespace assay::train {

struct LoraOptions {
  std::size_t rank = 32;
  double alpha = 32;
  std::vector<Projection> targets = {Projection::kQuery,  Projection::kKey,  Projection::kValue,
                                     Projection::kOutput, Projection::kGate, Projection::kUp,
                                     Projection::kDown};

  double scale() const { return alpha / static_cast<double>(rank); }
};

// The projections named, which stand apart by commas, in the order of their use; kInvalidOption.
Result<std::vector<Projection>> parse_targets(const std::string& names);

struct LoraPlace {
  std::size_t a;  // in ParameterSet::all(): rank x inputs
  std::size_t b;  // outputs x rank
};

struct LoraParameters {
  LoraOptions options;
  ParameterSet set;
  std::vector<std::array<std::optional<LoraPlace>, kProjections>> layers;

  const std::optional<LoraPlace>& of(std::size_t layer, Projection projection) const {
    return layers[layer][static_cast<std::size_t>(projection)];
  }
};

// A is drawn evenly from -1 / sqrt(inputs) to 1 / sqrt(inputs) by `seed`, B is 0: at the start the
// model is what it was.
LoraParameters start_lora(const LlamaConfig& config, const LoraOptions& options,
                          std::uint64_t seed);

}  // namespace assay::train
