#pragma once
// Step 3 of Q²: questions about the speakers, who are not in the knowledge.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/nlp.h"

namespace assay::q2 {

// Why a question is personal: "nsubj: you", the dependency and the word. Absent: it is not.
using PersonalReason = std::optional<std::string>;

// A question is personal when a token with dependency `nsubj` is "i" or "you", or one with `poss`
// is "my" or "your", in any case of letters. Only questions in which one of these tokens occurs are
// parsed, since no other can be personal; equal questions are parsed once.
Result<std::vector<PersonalReason>> find_personal(const nlp::Pipeline& linguistics,
                                                  std::span<const std::string_view> questions,
                                                  int threads);

}  // namespace assay::q2
