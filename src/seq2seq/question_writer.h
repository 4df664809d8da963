#pragma once
// Beam search over some sources at a time.

#include <span>
#include <vector>

#include "llm/beam_search.h"
#include "seq2seq/network.h"

namespace assay::seq2seq {

struct WritingTokens {
  std::int32_t begin = 0;  // stands before what is written
  std::int32_t end = 0;
};

// The best continuations of each source, best first, end tokens included.
std::vector<std::vector<llm::FinishedBeam>> write_questions(const Network& network,
                                                            std::span<const model::Row* const> rows,
                                                            const WritingTokens& tokens,
                                                            const GenerationOptions& options,
                                                            NetworkSpace& space);

}  // namespace assay::seq2seq
