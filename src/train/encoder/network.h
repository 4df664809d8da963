#pragma once
// A BERT encoder with its head as LibTorch computes it, over packed rows.
//
// The tensors are views of the numbers in EncoderParameters, so a Network costs next to nothing:
// every thread makes its own, and its gradients belong to it alone.
//
//   const Network network(parameters);
//   at::Tensor logits = network.classify(rows);            // rows x labels
//   auto gradients = network.gradients(loss_of(logits));   // one tensor a trained parameter
//
// Thread-safety: one thread a Network; many Networks of the same parameters at a time.
// Failure: LibTorch throws on its own errors, which would be bugs of ours.

#include <ATen/ATen.h>

#include <vector>

#include "train/encoder_parameters.h"
#include "train/token_rows.h"

namespace assay::train {

class Network {
 public:
  explicit Network(EncoderParameters& parameters);

  // Only the first token of a row is classified, so the last layer computes nothing else.
  at::Tensor classify(const PackedRows& rows) const;
  // Start and end logits of every token: tokens x 2.
  at::Tensor mark_spans(const PackedRows& rows) const;
  // What the last layer says of every token: tokens x size.
  at::Tensor encode(const PackedRows& rows) const;

  // The gradient of `loss` by every trained parameter, in the order of ParameterSet::all().
  std::vector<at::Tensor> gradients(const at::Tensor& loss) const;

  // What a decoder is made of too.
  const EncoderParameters& parameters() const { return parameters_; }
  const at::Tensor& tensor(std::size_t place) const { return tensors_[place]; }
  at::Tensor norm(const at::Tensor& input, std::size_t weight, std::size_t bias) const;
  // A linear layer of the head, and one inside the encoder.
  at::Tensor linear(const at::Tensor& input, std::size_t weight, std::size_t bias) const;
  at::Tensor inner_linear(const at::Tensor& input, std::size_t weight, std::size_t bias) const;
  at::Tensor activation(const at::Tensor& input) const;
  // The wide part of a layer, with the norm behind it.
  at::Tensor wide_part(const at::Tensor& input, const LayerPlaces& layer) const;

 private:
  at::Tensor embed(const PackedRows& rows) const;
  at::Tensor hidden(const PackedRows& rows, std::size_t layers) const;
  at::Tensor whole_layer(const at::Tensor& input, const PackedRows& rows,
                         const LayerPlaces& layer) const;
  at::Tensor first_token_layer(const at::Tensor& input, const PackedRows& rows,
                               const LayerPlaces& layer) const;
  at::Tensor after_attention(const at::Tensor& attended, const at::Tensor& residual,
                             const LayerPlaces& layer) const;
  at::Tensor inner_linear(const at::Tensor& input, const at::Tensor& weight,
                          const at::Tensor& bias) const;

  const EncoderParameters& parameters_;
  std::vector<at::Tensor> tensors_;  // like ParameterSet::all()
  std::vector<at::Tensor> trained_;
};

}  // namespace assay::train
