#pragma once
// From the states of tokens to one vector, as sentence-transformers does it.

#include "assay/error.h"
#include "model/encoders/graph_ops.h"
#include "model/sentence_modules.h"

namespace assay::model {

// `hidden` is batch x length x size, `mask` batch x length. Reads the weights of dense steps.
Result<Node> sentence_embedding(const SentenceModules& modules, const Node& hidden,
                                const Node& mask);

}  // namespace assay::model
