#include "nlp/special_cases.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace assay::nlp {
namespace {

struct TokenSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::string_view text_of(std::string_view text, const RawToken& token) {
  return text.substr(token.byte_start, token.lexeme->bytes);
}

std::vector<TokenSpan> find_sequences(std::string_view text, std::span<const RawToken> tokens) {
  std::vector<TokenSpan> found;
  for (std::size_t begin = 0; begin < tokens.size(); ++begin) {
    const SpecialCaseNode* node = tokens[begin].lexeme->special_case;
    for (std::size_t end = begin + 1; node != nullptr; ++end) {
      if (node->ends) found.push_back({begin, end});
      node = end < tokens.size() ? node->step(text_of(text, tokens[end])) : nullptr;
    }
  }
  return found;
}

// Longest first, then leftmost. As in spaCy a span that loses still blocks the ones after it.
std::vector<TokenSpan> without_overlaps(std::vector<TokenSpan> spans, std::size_t token_count) {
  std::ranges::sort(spans, {}, [](const TokenSpan& span) {
    return std::tuple(span.begin - span.end, span.begin);  // the difference wraps: longest is least
  });
  std::vector<bool> seen(token_count, false);
  std::vector<TokenSpan> kept;
  for (const TokenSpan& span : spans) {
    if (!seen[span.begin] && !seen[span.end - 1]) kept.push_back(span);
    for (std::size_t i = span.begin; i < span.end; ++i) seen[i] = true;
  }
  std::ranges::sort(kept, {}, &TokenSpan::begin);
  return kept;
}

void append_split(const WordSplit& split, const RawToken& first, const RawToken& last,
                  std::vector<RawToken>& out) {
  std::size_t byte = first.byte_start;
  std::size_t code_point = first.code_point_start;
  for (const Lexeme& piece : split.pieces) {
    out.push_back({&piece, byte, code_point, false});
    byte += piece.bytes;
    code_point += piece.code_points;
  }
  out.back().followed_by_space = last.followed_by_space;
}

}  // namespace

const SpecialCaseNode* SpecialCaseNode::step(std::string_view token) const {
  const auto child = next.find(token);
  return child == next.end() ? nullptr : child->second.get();
}

void SpecialCases::add(std::string text, WordSplit split) {
  longest_ = std::max(longest_, text.size());
  splits_.insert_or_assign(std::move(text), std::move(split));
}

void SpecialCases::add_token_sequence(std::span<const std::string_view> tokens) {
  SpecialCaseNode* node = &root_;
  for (std::string_view token : tokens) {
    auto& child = node->next[std::string(token)];
    if (child == nullptr) child = std::make_unique<SpecialCaseNode>();
    node = child.get();
  }
  node->ends = true;
}

const WordSplit* SpecialCases::find(std::string_view text) const {
  if (text.size() > longest_) return nullptr;
  const auto split = splits_.find(text);
  return split == splits_.end() ? nullptr : &split->second;
}

void SpecialCases::retokenize(std::string_view text, std::vector<RawToken>& tokens) const {
  std::vector<TokenSpan> spans = find_sequences(text, tokens);
  if (spans.empty()) return;
  spans = without_overlaps(std::move(spans), tokens.size());
  std::vector<RawToken> out;
  out.reserve(tokens.size() + spans.size());
  std::size_t copied = 0;
  for (const TokenSpan& span : spans) {
    const RawToken& first = tokens[span.begin];
    const RawToken& last = tokens[span.end - 1];
    // Blanks between the tokens belong to the text: "i ' m" is not the case "i'm".
    const WordSplit* split =
        find(text.substr(first.byte_start, last.byte_end() - first.byte_start));
    if (split == nullptr) continue;
    out.insert(out.end(), tokens.begin() + static_cast<std::ptrdiff_t>(copied),
               tokens.begin() + static_cast<std::ptrdiff_t>(span.begin));
    append_split(*split, first, last, out);
    copied = span.end;
  }
  out.insert(out.end(), tokens.begin() + static_cast<std::ptrdiff_t>(copied), tokens.end());
  tokens = std::move(out);
}

}  // namespace assay::nlp
