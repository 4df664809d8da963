#pragma once
// Texts of others in messages: what a terminal would obey, or a reader would not see, is spelt out.

#include <string>
#include <string_view>

namespace assay::text {

inline constexpr std::size_t kMostShown = 2000;  // bytes

// One line of UTF-8: control characters and characters that turn the direction of writing as "\n",
// "\x1b", "\u202e", bytes that are not UTF-8 as "\xff". What is longer than `most` bytes loses its
// middle, in whose place "…" stands. `text` may hold any bytes.
std::string shown(std::string_view text, std::size_t most = kMostShown);

}  // namespace assay::text
