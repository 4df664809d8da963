#pragma once
// "Did you mean ...?" for words that were mistyped.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::cli {

// Fewest single-character changes (insert, delete, replace, swap of neighbours) from `a` to `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to `word`, the first of equals; nothing when even that one differs in more
// than a third of its letters.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace assay::cli
