#pragma once
// UTF-8: is a text valid, and walking over its code points.
//
//   if (auto valid = text::check_utf8(line); !valid) return tl::unexpected(valid.error());
//
// check_utf8 is for whatever comes from outside; every other function of src/text takes text that
// is already valid and does not look again. Nothing here keeps state, so all of it may be called
// from many threads. Cost: ASCII is checked eight bytes at a time.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/error.h"

namespace assay::text {

// The first place where a text is not UTF-8.
struct Utf8Flaw {
  std::size_t byte = 0;  // 0-based offset of the first byte of the malformed sequence
  std::string_view why;  // "a surrogate", "a sequence that is cut short", ...
};

// Absent when `text` is valid: no overlong forms, no surrogates, nothing above U+10FFFF.
std::optional<Utf8Flaw> find_utf8_flaw(std::string_view text);

// kInvalidInput that names the byte and the reason: "not valid UTF-8 at byte 3: 0xFF is ...".
Result<void> check_utf8(std::string_view text);

inline bool is_continuation_byte(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Whether a code point starts at byte `offset` of a valid text, or the text ends there.
inline bool is_boundary(std::string_view text, std::size_t offset) {
  return offset == text.size() || (offset < text.size() && !is_continuation_byte(text[offset]));
}

// The code point that starts at text[offset]; moves `offset` behind it. The text must be valid and
// `offset` a boundary before its end.
inline char32_t next_code_point(std::string_view text, std::size_t& offset) {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[i]));
  };
  const char32_t lead = byte(offset);
  if (lead < 0x80) {
    offset += 1;
    return lead;
  }
  const auto tail = [&](std::size_t i) { return byte(offset + i) & 0x3FU; };
  char32_t code_point = 0;
  if (lead < 0xE0) {
    code_point = (lead & 0x1FU) << 6 | tail(1);
    offset += 2;
  } else if (lead < 0xF0) {
    code_point = (lead & 0x0FU) << 12 | tail(1) << 6 | tail(2);
    offset += 3;
  } else {
    code_point = (lead & 0x07U) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3);
    offset += 4;
  }
  return code_point;
}

// Bytes that a code point takes in UTF-8.
inline std::size_t utf8_length(char32_t code_point) {
  if (code_point < 0x80) return 1;
  if (code_point < 0x800) return 2;
  return code_point < 0x10000 ? 3 : 4;
}

// Appends a code point (not a surrogate, at most U+10FFFF) as UTF-8.
inline void append_utf8(std::string& out, char32_t code_point) {
  const auto push = [&](char32_t bits) { out.push_back(static_cast<char>(bits)); };
  if (code_point < 0x80) {
    push(code_point);
    return;
  }
  if (code_point < 0x800) {
    push(0xC0U | code_point >> 6);
  } else if (code_point < 0x10000) {
    push(0xE0U | code_point >> 12);
    push(0x80U | (code_point >> 6 & 0x3FU));
  } else {
    push(0xF0U | code_point >> 18);
    push(0x80U | (code_point >> 12 & 0x3FU));
    push(0x80U | (code_point >> 6 & 0x3FU));
  }
  push(0x80U | (code_point & 0x3FU));
}

// Number of code points of a valid text.
std::size_t count_code_points(std::string_view text);

bool is_ascii(std::string_view text);

}  // namespace assay::text
