#pragma once
// Text on a terminal: how wide it is, cut to a width, broken into lines.
//
// All take valid UTF-8; other bytes count one column each.

#include <string>
#include <string_view>
#include <vector>

namespace assay::cli {

// Columns that a terminal needs: two for wide East Asian characters, none for combining marks.
std::size_t display_width(std::string_view text);

// At most `width` columns; what is cut ends in "…".
std::string shorten(std::string_view text, std::size_t width);

// Control characters and line ends as one space each, so that a text stays on its line and cannot
// steer the terminal.
std::string one_line(std::string_view text);

// Lines of at most `width` columns, broken at spaces; a longer word has a line of its own.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

}  // namespace assay::cli
