#pragma once
// From bytes to code points and back, for one text.
//
//   const text::OffsetIndex index(response);
//   unit.span = index.span(byte_start, byte_end);
//
// Results speak of both (assay::Span); the library computes in bytes and asks this index at the
// end. The text must be valid UTF-8 and outlive the index. Thread-safety: immutable. Cost: one pass
// over the text, 8 bytes of memory for 64 of a text that is not pure ASCII and none for one that
// is; then byte to code point in constant time, code point to byte in logarithmic time.

#include <cstddef>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::text {

class OffsetIndex {
 public:
  explicit OffsetIndex(std::string_view text);

  std::size_t bytes() const { return text_.size(); }
  std::size_t code_points() const { return code_points_; }

  // Code points that start before byte `byte` (at most bytes()). For a byte inside a code point
  // that is the position behind this code point.
  std::size_t code_point_of_byte(std::size_t byte) const;

  // First byte of code point number `code_point` (at most code_points(), which gives bytes()).
  std::size_t byte_of_code_point(std::size_t code_point) const;

  // The span of a half-open byte range; both ends must be boundaries of code points.
  Span span(std::size_t byte_start, std::size_t byte_end) const;

  // The span of a half-open range of code points.
  Span span_of_code_points(std::size_t start, std::size_t end) const;

 private:
  static constexpr std::size_t kBlock = 64;

  std::string_view text_;
  std::size_t code_points_ = 0;
  // Code points that start before each block of kBlock bytes; empty for an ASCII text.
  std::vector<std::size_t> before_block_;
};

}  // namespace assay::text
