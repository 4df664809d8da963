#pragma once

#include <cstdint>

namespace assay::train {

// The type of a token that is to be foreseen, in rows for a causal model.
inline constexpr std::uint8_t kAnswerToken = 1;

}  // namespace assay::train
