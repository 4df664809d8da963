#include "text/word_piece.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "text/utf8.h"

namespace assay::text {

WordPiece::WordPiece(Vocabulary vocabulary, std::string_view unknown,
                     std::string_view continuation_prefix, std::size_t longest_word)
    : vocabulary_(std::move(vocabulary)), ids_(vocabulary_), longest_word_(longest_word) {
  for (std::size_t i = 0; i < vocabulary_.size(); ++i) {
    const std::string_view key = vocabulary_.key(i);
    if (key.starts_with(continuation_prefix)) {
      continuations_.insert(key.substr(continuation_prefix.size()), vocabulary_.id(i));
    }
  }
  const auto unknown_id = vocabulary_.find(unknown);
  assert(unknown_id.has_value());
  unknown_id_ = *unknown_id;
}

ModelToken WordPiece::longest_prefix(const Vocabulary& vocabulary, std::string_view rest) {
  // Hashes of the prefixes in one pass, then lookups from the longest one down.
  constexpr std::size_t kPrepared = 128;
  std::array<Vocabulary::Hash, kPrepared + 1> hashes;
  const std::size_t limit = std::min(rest.size(), vocabulary.longest_key());
  hashes[0] = Vocabulary::kEmptyHash;
  for (std::size_t i = 0; i < std::min(limit, kPrepared); ++i) {
    hashes[i + 1] = Vocabulary::extend(hashes[i], rest[i]);
  }
  for (std::size_t length = limit; length > 0; --length) {
    if (!is_boundary(rest, length)) continue;
    const std::string_view prefix = rest.substr(0, length);
    const auto hash = length <= kPrepared ? hashes[length] : Vocabulary::hash_of(prefix);
    if (const auto id = vocabulary.find(prefix, hash)) {
      return {*id, {0, static_cast<std::uint32_t>(length)}};
    }
  }
  return {};
}

Result<void> WordPiece::tokenize(std::string_view piece, std::vector<ModelToken>& out) const {
  const std::size_t before = out.size();
  const auto whole = ModelToken{unknown_id_, {0, static_cast<std::uint32_t>(piece.size())}};
  if (piece.size() > longest_word_ && count_code_points(piece) > longest_word_) {
    out.push_back(whole);
    return {};
  }
  for (std::uint32_t start = 0; start < piece.size();) {
    ModelToken token =
        longest_prefix(start == 0 ? vocabulary_ : continuations_, piece.substr(start));
    if (token.range.end == 0) {
      out.resize(before);
      out.push_back(whole);
      return {};
    }
    token.range = {start, start + token.range.end};
    start = token.range.end;
    out.push_back(token);
  }
  return {};
}

std::optional<std::uint32_t> WordPiece::id_of(std::string_view token) const {
  return vocabulary_.find(token);
}

std::optional<std::string_view> WordPiece::token_of(std::uint32_t id) const {
  const auto index = ids_.find(id);
  if (!index) return std::nullopt;
  return vocabulary_.key(*index);
}

}  // namespace assay::text
