#pragma once
// Which windows of a long text speak of what a claim speaks of.

#include <cstdint>
#include <span>
#include <vector>

#include "model/windows.h"

namespace assay::model {

// A window covers a share of the claim: the tokens of the claim that it holds, each weighted by its
// rarity log(1 + windows / windows that hold it), so that names count and articles do not. Kept, in
// order, are the windows that cover at least two thirds of what the best one covers. A network that
// has to judge a claim against a passage about something else says anything, so such windows must
// not take part. All windows are kept when none shares a token with the claim.
std::vector<Window> relevant_windows(std::span<const std::uint32_t> text,
                                     const std::vector<Window>& windows,
                                     std::span<const std::uint32_t> claim);

// At most `count` windows, in order: those that cover most of the claim, the earlier of equals.
std::vector<Window> most_relevant_windows(std::span<const std::uint32_t> text,
                                          const std::vector<Window>& windows,
                                          std::span<const std::uint32_t> claim, std::size_t count);

}  // namespace assay::model
