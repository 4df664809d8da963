#include "text/unigram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>

#include "text/utf8.h"

namespace assay::text {

Unigram::Unigram(ScoredTokens tokens, const UnigramOptions& options)
    : tokens_(std::move(tokens)), options_(options) {
  assert(!options.unknown || *options.unknown < tokens_.size());
  constexpr double kPenalty = 10;  // below the least likely token
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t id = 0; id < tokens_.size(); ++id) {
    ids_.insert(tokens_[id].first, id);
    least = std::min(least, tokens_[id].second);
  }
  unknown_score_ = least - kPenalty;
  std::vector<std::pair<std::string_view, std::uint32_t>> keys;
  keys.reserve(ids_.size());
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (!ids_.key(i).empty()) keys.emplace_back(ids_.key(i), ids_.id(i));
  }
  trie_ = PrefixTrie(std::move(keys));
  for (unsigned byte = 0; byte < byte_ids_.size(); ++byte) {
    byte_ids_[byte] = ids_.find(fmt::format("<0x{:02X}>", byte)).value_or(kNoToken);
  }
}

void Unigram::offer(Step& step, double score, std::uint32_t begin, std::uint32_t id) {
  if (step.begin == kNoToken || score > step.score) step = {score, begin, id};
}

Result<void> Unigram::find_best(std::string_view piece, std::span<Step> steps) const {
  for (std::size_t end_of_first = 0; end_of_first < piece.size();) {
    const auto begin = static_cast<std::uint32_t>(end_of_first);
    next_code_point(piece, end_of_first);
    const double score = steps[begin].score;
    bool covers_first = false;
    auto node = trie_.root();
    for (std::size_t end = begin; end < piece.size() && trie_.step(node, piece[end]);) {
      ++end;
      const std::uint32_t id = trie_.value(node);
      if (id == PrefixTrie::kNone) continue;
      offer(steps[end], tokens_[id].second + score, begin, id);
      covers_first = covers_first || end == end_of_first;
    }
    if (covers_first) continue;
    if (!options_.unknown) {
      return fail(ErrorCode::kCorrupt,
                  fmt::format("the tokenizer has no token for `{}` and none for the unknown",
                              piece.substr(begin, end_of_first - begin)));
    }
    offer(steps[end_of_first], unknown_score_ + score, begin, *options_.unknown);
  }
  return {};
}

void Unigram::append_unknown(std::string_view piece, ByteRange range,
                             std::vector<ModelToken>& out) const {
  const std::string_view text = piece.substr(range.begin, range.end - range.begin);
  const auto id = [&](char byte) { return byte_ids_[static_cast<unsigned char>(byte)]; };
  if (const auto whole = ids_.find(text)) {
    out.push_back({*whole, range});
  } else if (options_.byte_fallback && std::all_of(text.begin(), text.end(), [&](char byte) {
               return id(byte) != kNoToken;
             })) {
    for (const char byte : text) out.push_back({id(byte), range});
  } else {
    out.push_back({*options_.unknown, range});
  }
}

Result<void> Unigram::tokenize(std::string_view piece, std::vector<ModelToken>& out) const {
  constexpr std::size_t kShort = 64;
  if (piece.size() < kShort) {
    std::array<Step, kShort> steps{};
    return tokenize(piece, std::span(steps).first(piece.size() + 1), out);
  }
  std::vector<Step> steps(piece.size() + 1);
  return tokenize(piece, steps, out);
}

Result<void> Unigram::tokenize(std::string_view piece, std::span<Step> steps,
                               std::vector<ModelToken>& out) const {
  if (auto done = find_best(piece, steps); !done) return done;
  // Back from the end; unknown tokens in a row become one.
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  bool any_unknown = false;
  for (auto end = static_cast<std::uint32_t>(piece.size()); end > 0; end = steps[end].begin) {
    const Step& step = steps[end];
    const bool is_unknown = step.id == options_.unknown;
    any_unknown = any_unknown || is_unknown;
    if (is_unknown && out.begin() + first != out.end() && out.back().id == step.id) {
      out.back().range.begin = step.begin;
    } else {
      out.push_back({step.id, {step.begin, end}});
    }
  }
  std::reverse(out.begin() + first, out.end());
  if (!any_unknown) return {};
  const std::vector<ModelToken> path(out.begin() + first, out.end());
  out.resize(static_cast<std::size_t>(first));
  for (const ModelToken& token : path) {
    if (token.id == options_.unknown) {
      append_unknown(piece, token.range, out);
    } else {
      out.push_back(token);
    }
  }
  return {};
}

std::optional<std::uint32_t> Unigram::id_of(std::string_view token) const {
  return ids_.find(token);
}

std::string_view Unigram::value_of(const ModelToken& token, std::string_view piece) const {
  if (token.id != options_.unknown) return tokens_[token.id].first;
  return piece.substr(token.range.begin, token.range.end - token.range.begin);
}

std::optional<std::string_view> Unigram::token_of(std::uint32_t id) const {
  if (id >= tokens_.size()) return std::nullopt;
  return tokens_[id].first;
}

}  // namespace assay::text
