#pragma once
// Texts of others inside other formats. All take valid UTF-8.
//
// Thread-safety: pure functions.

#include <string>
#include <string_view>

namespace assay::report {

// In the text and in the quoted attributes of HTML.
std::string escape_html(std::string_view text);

// In the text and in the quoted attributes of XML 1.0. Characters that it cannot hold become
// U+FFFD.
std::string escape_xml(std::string_view text);

// On one line of Markdown, also in a cell of a table: what would be a mark of Markdown, HTML or a
// control of the direction of writing is shown as it stands.
std::string escape_markdown(std::string_view text);

// A cell of CSV (RFC 4180), in quotes where it needs them.
std::string escape_csv(std::string_view text);

// At most `characters` code points, and "…" where some were cut.
std::string shorten(std::string_view text, std::size_t characters);

}  // namespace assay::report
