#include "text/offset_index.h"

#include <algorithm>
#include <cassert>

#include "text/utf8.h"

namespace assay::text {

OffsetIndex::OffsetIndex(std::string_view text) : text_(text), code_points_(text.size()) {
  if (is_ascii(text)) return;
  before_block_.reserve(text.size() / kBlock + 1);
  std::size_t count = 0;
  for (std::size_t start = 0; start < text.size(); start += kBlock) {
    before_block_.push_back(count);
    count += count_code_points(text.substr(start, kBlock));
  }
  code_points_ = count;
}

std::size_t OffsetIndex::code_point_of_byte(std::size_t byte) const {
  assert(byte <= text_.size());
  if (before_block_.empty()) return byte;
  if (byte == text_.size()) return code_points_;
  const std::size_t block = byte / kBlock;
  return before_block_[block] +
         count_code_points(text_.substr(block * kBlock, byte - block * kBlock));
}

std::size_t OffsetIndex::byte_of_code_point(std::size_t code_point) const {
  assert(code_point <= code_points_);
  if (before_block_.empty()) return code_point;
  if (code_point == code_points_) return text_.size();
  // It starts in the last block before which at most `code_point` others start.
  const auto behind = std::upper_bound(before_block_.begin(), before_block_.end(), code_point);
  const auto block = static_cast<std::size_t>(behind - before_block_.begin()) - 1;
  std::size_t left = code_point - before_block_[block];
  std::size_t byte = block * kBlock;
  while (is_continuation_byte(text_[byte]) || left != 0) {
    if (!is_continuation_byte(text_[byte])) --left;
    ++byte;
  }
  return byte;
}

Span OffsetIndex::span(std::size_t byte_start, std::size_t byte_end) const {
  assert(byte_start <= byte_end);
  assert(is_boundary(text_, byte_start) && is_boundary(text_, byte_end));
  return {code_point_of_byte(byte_start), code_point_of_byte(byte_end), byte_start, byte_end};
}

Span OffsetIndex::span_of_code_points(std::size_t start, std::size_t end) const {
  assert(start <= end);
  return {start, end, byte_of_code_point(start), byte_of_code_point(end)};
}

}  // namespace assay::text
