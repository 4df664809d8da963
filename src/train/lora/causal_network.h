#pragma once
// A causal language model with its low-rank changes as LibTorch computes it, over packed rows.
//
//   const CausalNetwork network(base, lora);
//   at::Tensor found = network.log_probabilities(rows);     // one number an answer token
//   auto gradients = network.gradients(-found.mean());      // one tensor a trained parameter
//
// Only tokens that foresee an answer's are taken through the output matrix, which is a fifth of a
// small model.
//
// Thread-safety: one thread a network; many networks of the same parameters at a time.
// Cost: next to nothing to make. Activations of about 60 kB a token and layer of 600 numbers' width
// live until the gradient has been computed.

#include <ATen/ATen.h>

#include <vector>

#include "train/lora/answer_token.h"
#include "train/lora/causal_functions.h"
#include "train/lora/llama_base.h"
#include "train/lora/lora_linear.h"
#include "train/lora/lora_parameters.h"
#include "train/token_rows.h"

namespace assay::train {

// Rows whose tokens have the type kAnswerToken where they are to be foreseen.
struct PackedText {
  PackedRows rows;
  std::vector<std::int64_t> places;        // of the tokens before those of an answer
  std::vector<std::int64_t> labels;        // the answer's tokens
  std::vector<std::size_t> answer_tokens;  // of each row

  PackedText(const TokenRows& rows, std::span<const std::size_t> chosen);
};

class CausalNetwork {
 public:
  CausalNetwork(const LlamaBase& base, LoraParameters& lora);

  // log p of every answer token, rows one behind the other.
  at::Tensor log_probabilities(const PackedText& text) const;
  // What stands before the softmax, at the same places: answer tokens x vocabulary.
  at::Tensor logits(const PackedText& text) const;

  // The gradient of `loss` by every trained parameter, in the order of ParameterSet::all().
  std::vector<at::Tensor> gradients(const at::Tensor& loss) const;

 private:
  at::Tensor project(const LayerInput& input, std::size_t layer, Projection projection) const;
  at::Tensor attention(const at::Tensor& states, const PackedRows& rows, const Rotation& rotation,
                       std::size_t layer) const;
  at::Tensor feed_forward(const at::Tensor& states, std::size_t layer) const;

  const LlamaBase& base_;
  const LoraParameters& lora_;
  std::vector<at::Tensor> tensors_;  // like ParameterSet::all()
};

}  // namespace assay::train
