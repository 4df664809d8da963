#pragma once
// Numbers as people write them in options. All of the text must be the number: no white space, no
// plus sign, no hexadecimal digits, nothing behind it.

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::cli {

// Decimal digits alone; nullopt for anything else, and for what does not fit.
std::optional<std::uint64_t> parse_whole_number(std::string_view text);

// "0.5", ".5", "-2", "1e-3"; nullopt for anything else, and for what is not finite.
std::optional<double> parse_real_number(std::string_view text);

}  // namespace assay::cli
