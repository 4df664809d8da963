#pragma once
// Where the numbers of a new decoder come from.

#include "train/encoder_parameters.h"

namespace assay::train {

// A decoder starts as a copy of layers of its encoder, the last one included and the others evenly
// before it: self-attention and the attention to the source both from the layer's own attention.
// What an encoder does not have (the transform before the vocabulary, the copying) is drawn from a
// normal distribution (deviation .02) by `seed`.
void start_decoder(EncoderParameters& parameters, std::uint64_t seed);

}  // namespace assay::train
