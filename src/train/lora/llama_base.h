#pragma once
// A causal language model of the Llama family as it stands in a GGUF file: its sizes, and its
// weights brought to 32 bits, which stay as they are.
//
//   auto base = load_llama_base("model.gguf", Precision::kF32);
//   base->layers[0].of(Projection::kQuery);              // outputs x inputs
//
// Cost: four bytes a weight; with Precision::kBf16 two for the matrices of the layers and the
// output, and four for the embeddings.
// Failure: kUnsupported names what the network here does not have: another architecture, experts,
// biases, scaled rotary embeddings, a tensor that is not known.

#include <ATen/ATen.h>

#include <array>
#include <filesystem>
#include <vector>

#include "assay/error.h"
#include "train/lora/llama_config.h"
#include "train/precision.h"

namespace assay::train {

struct LlamaLayer {
  at::Tensor attention_norm;
  at::Tensor feed_norm;
  std::array<at::Tensor, kProjections> matrices;

  const at::Tensor& of(Projection projection) const {
    return matrices[static_cast<std::size_t>(projection)];
  }
};

struct LlamaBase {
  LlamaConfig config;
  at::Tensor embeddings;  // vocabulary x width
  std::vector<LlamaLayer> layers;
  at::Tensor output_norm;
  at::Tensor output;  // vocabulary x width; the embeddings where the file has none of its own

  // Of every matrix: 32 bits or bfloat16.
  at::ScalarType type() const { return output.scalar_type(); }
};

Result<LlamaBase> load_llama_base(const std::filesystem::path& file, Precision precision);

}  // namespace assay::train
