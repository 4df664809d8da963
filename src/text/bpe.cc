#include "text/bpe.h"

#include <fmt/format.h>

#include "text/utf8.h"

namespace assay::text {
namespace {

// Unknown code points that were met and have no symbol yet.
class PendingUnknown {
 public:
  explicit PendingUnknown(std::vector<Symbol>& symbols) : symbols_(symbols) {}

  void add(std::uint32_t id, std::uint32_t size, bool fuse) {
    if (fuse && pending_.size != 0) {
      pending_.size += size;
      return;
    }
    flush();
    pending_ = {id, size};
  }

  void flush() {
    if (pending_.size != 0) symbols_.push_back(pending_);
    pending_ = {};
  }

 private:
  std::vector<Symbol>& symbols_;
  Symbol pending_;  // of no size: none
};

}  // namespace

Bpe::Bpe(Vocabulary vocabulary, BpeMerges merges, BpeOptions options)
    : vocabulary_(std::move(vocabulary)),
      ids_(vocabulary_),
      merges_(std::move(merges)),
      options_(std::move(options)),
      is_plain_(options_.continuation_prefix.empty() && options_.end_suffix.empty()) {
  if (options_.unknown) unknown_id_ = vocabulary_.find(*options_.unknown);
  index_code_points();
  if (is_plain_ && !options_.ignore_merges) find_whole_words();
}

void Bpe::index_code_points() {
  low_ids_.fill(kNoToken);
  byte_ids_.fill(kNoToken);
  std::string encoded;
  for (char32_t c = 0; c < low_ids_.size(); ++c) {
    encoded.clear();
    append_utf8(encoded, c);
    low_ids_[c] = vocabulary_.find(encoded).value_or(kNoToken);
  }
  for (unsigned byte = 0; byte < byte_ids_.size(); ++byte) {
    byte_ids_[byte] = vocabulary_.find(fmt::format("<0x{:02X}>", byte)).value_or(kNoToken);
  }
}

void Bpe::find_whole_words() {
  std::vector<Symbol> symbols;
  for (std::size_t i = 0; i < vocabulary_.size(); ++i) {
    const std::string_view word = vocabulary_.key(i);
    symbols.clear();
    if (word.empty() || !split(word, symbols)) continue;
    merges_.apply(symbols);
    if (symbols.size() == 1 && symbols[0].id == vocabulary_.id(i) &&
        symbols[0].size == word.size()) {
      whole_words_.insert(word, vocabulary_.id(i));
    }
  }
}

std::uint32_t Bpe::find_code_point(std::string_view encoded, bool is_first, bool is_last) const {
  if (is_plain_) {
    std::size_t offset = 0;
    const char32_t c = next_code_point(encoded, offset);
    return c < low_ids_.size() ? low_ids_[c] : vocabulary_.find(encoded).value_or(kNoToken);
  }
  std::string token;
  if (!is_first) token += options_.continuation_prefix;
  token += encoded;
  if (is_last) token += options_.end_suffix;
  return vocabulary_.find(token).value_or(kNoToken);
}

// Appends one symbol a byte; does nothing and returns false when one of them has no token.
bool Bpe::add_bytes(std::string_view encoded, std::vector<Symbol>& symbols) const {
  const auto id = [&](char byte) { return byte_ids_[static_cast<unsigned char>(byte)]; };
  for (const char byte : encoded) {
    if (id(byte) == kNoToken) return false;
  }
  for (const char byte : encoded) symbols.push_back({id(byte), 1});
  return true;
}

Result<void> Bpe::split(std::string_view piece, std::vector<Symbol>& symbols) const {
  PendingUnknown unknown(symbols);
  for (std::size_t offset = 0; offset < piece.size();) {
    const std::size_t begin = offset;
    next_code_point(piece, offset);
    const std::string_view encoded = piece.substr(begin, offset - begin);
    const auto size = static_cast<std::uint32_t>(encoded.size());
    const std::uint32_t id = find_code_point(encoded, begin == 0, offset == piece.size());
    if (id != kNoToken) {
      unknown.flush();
      symbols.push_back({id, size});
      continue;
    }
    // Bytes go before an unknown one that waits: so does the library that defines this.
    if (options_.byte_fallback && add_bytes(encoded, symbols)) continue;
    if (!options_.unknown) continue;
    if (!unknown_id_) {
      return fail(ErrorCode::kCorrupt,
                  fmt::format("the tokenizer has no token for `{}`, and its token for the unknown, "
                              "`{}`, is not in its vocabulary",
                              encoded, *options_.unknown));
    }
    unknown.add(*unknown_id_, size, options_.fuse_unknown);
  }
  unknown.flush();
  return {};
}

Result<void> Bpe::tokenize(std::string_view piece, std::vector<ModelToken>& out) const {
  const Vocabulary& words = options_.ignore_merges ? vocabulary_ : whole_words_;
  if (const auto id = words.find(piece)) {
    out.push_back({*id, {0, static_cast<std::uint32_t>(piece.size())}});
    return {};
  }
  std::vector<Symbol> symbols;
  symbols.reserve(piece.size());
  if (auto done = split(piece, symbols); !done) return done;
  merges_.apply(symbols);
  std::uint32_t begin = 0;
  for (const Symbol& symbol : symbols) {
    out.push_back({symbol.id, {begin, begin + symbol.size}});
    begin += symbol.size;
  }
  return {};
}

std::optional<std::uint32_t> Bpe::id_of(std::string_view token) const {
  return vocabulary_.find(token);
}

std::optional<std::string_view> Bpe::token_of(std::uint32_t id) const {
  const auto index = ids_.find(id);
  if (!index) return std::nullopt;
  return vocabulary_.key(*index);
}

}  // namespace assay::text
