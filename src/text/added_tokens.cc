#include "text/added_tokens.h"

#include <algorithm>
#include <optional>

#include "text/unicode.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

unsigned first_byte(const AddedToken& token) {
  return static_cast<unsigned char>(token.pattern.front());
}

// Start of the code point that ends at `end` > 0.
std::size_t code_point_before(std::string_view text, std::size_t end) {
  std::size_t start = end - 1;
  while (is_continuation_byte(text[start])) --start;
  return start;
}

bool is_class_before(std::string_view text, std::size_t offset, CharClass wanted) {
  if (offset == 0) return false;
  std::size_t start = code_point_before(text, offset);
  return is_in(next_code_point(text, start), wanted);
}

bool is_class_at(std::string_view text, std::size_t offset, CharClass wanted) {
  return offset < text.size() && is_in(next_code_point(text, offset), wanted);
}

// The bytes that a match at [begin, end) takes, or nothing when it does not stand alone.
std::optional<ByteRange> extent(const AddedToken& token, std::string_view text, std::size_t begin,
                                std::size_t end, std::size_t taken) {
  if (token.single_word && (is_class_before(text, begin, kWord) || is_class_at(text, end, kWord))) {
    return std::nullopt;
  }
  if (token.strip_left) {
    while (is_class_before(text, begin, kSpace)) begin = code_point_before(text, begin);
    begin = std::min(std::max(begin, taken), end);
  }
  if (token.strip_right) {
    while (is_class_at(text, end, kSpace)) next_code_point(text, end);
  }
  return ByteRange{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace

AddedTokens::AddedTokens(std::vector<AddedToken> tokens) : tokens_(std::move(tokens)) {
  std::sort(tokens_.begin(), tokens_.end(), [](const AddedToken& a, const AddedToken& b) {
    if (first_byte(a) != first_byte(b)) return first_byte(a) < first_byte(b);
    if (a.pattern.size() != b.pattern.size()) return a.pattern.size() > b.pattern.size();
    return a.pattern < b.pattern;
  });
  for (const AddedToken& token : tokens_) ++first_of_byte_[first_byte(token) + 1];
  for (std::size_t i = 1; i < first_of_byte_.size(); ++i) {
    first_of_byte_[i] += first_of_byte_[i - 1];
  }
}

const AddedToken* AddedTokens::longest_at(std::string_view text, std::size_t offset) const {
  const unsigned byte = static_cast<unsigned char>(text[offset]);
  for (std::uint32_t i = first_of_byte_[byte]; i < first_of_byte_[byte + 1]; ++i) {
    if (text.substr(offset).starts_with(tokens_[i].pattern)) return &tokens_[i];
  }
  return nullptr;
}

void AddedTokens::split(std::string_view text, std::vector<TextPart>& parts) const {
  std::uint32_t taken = 0;
  const auto add_text_before = [&](std::uint32_t end) {
    if (taken < end) parts.push_back({{taken, end}, TextPart::kNoToken});
  };
  for (std::size_t offset = 0; !tokens_.empty() && offset < text.size();) {
    const AddedToken* token = longest_at(text, offset);
    if (token == nullptr) {
      ++offset;
      continue;
    }
    const std::size_t end = offset + token->pattern.size();
    if (const auto range = extent(*token, text, offset, end, taken)) {
      add_text_before(range->begin);
      if (range->begin < range->end) parts.push_back({*range, token->id});
      taken = range->end;
    }
    offset = end;
  }
  add_text_before(static_cast<std::uint32_t>(text.size()));
}

}  // namespace assay::text
