#pragma once
// A decoder over an encoded source, as LibTorch computes it: what it finds of given outputs, all of
// their tokens at once.
//
//   const DecoderNetwork decoder(network);
//   at::Tensor found = decoder.log_probabilities(sources, targets);  // one number a target token
//
// A token is written, or copied from the source: p(token) = (1 - g) p_vocabulary(token) +
// g * (attention of the copying to places of the source where the token stands). Both see all the
// tokens before it. (See, Liu and Manning 2017, "Get To The Point", section 2.2.)
//
// Thread-safety and failure as Network.

#include <ATen/ATen.h>

#include "train/encoder/network.h"
#include "train/target_rows.h"

namespace assay::train {

class DecoderNetwork {
 public:
  explicit DecoderNetwork(const Network& network)
      : network_(network),
        parameters_(network.parameters()),
        places_(network.parameters().decoder) {}

  // Row r of the targets is written from row r of the sources.
  at::Tensor log_probabilities(const PackedRows& sources, const PackedTargets& targets) const;

 private:
  at::Tensor states(const at::Tensor& encoded, const PackedRows& sources,
                    const PackedTargets& targets) const;
  at::Tensor layer(const at::Tensor& input, const at::Tensor& encoded, const PackedRows& sources,
                   const PackedTargets& targets, const DecoderLayerPlaces& layer) const;
  at::Tensor written(const at::Tensor& states, const PackedTargets& targets) const;
  at::Tensor copied(const at::Tensor& states, const at::Tensor& encoded, const PackedRows& sources,
                    const PackedTargets& targets) const;

  const Network& network_;
  const EncoderParameters& parameters_;
  const DecoderPlaces& places_;
};

}  // namespace assay::train
