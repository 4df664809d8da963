#pragma once
// Bytes as a page carries them: gzip in base64, which browsers undo by themselves.

#include <string>
#include <string_view>

namespace assay::report {

std::string base64(std::string_view bytes);

// The same bytes for the same text: the header holds no time and no name.
std::string gzip(std::string_view text);

// The base64 SHA-256 of `text`, as a content security policy names a script or style.
std::string policy_hash(std::string_view text);

}  // namespace assay::report
