#include "nlp/tok2vec.h"

#include <algorithm>
#include <array>

namespace assay::nlp {
namespace {

// Rows, an even number, that a stage computes before the next: their intermediate results stay in
// the L2 cache, and a long text needs no more of them than a short one.
constexpr std::size_t kChunk = 96;

std::size_t flag_bit(TokenAttribute attribute) {
  return attribute == TokenAttribute::kSpacy ? 1 : 2;
}

}  // namespace

// Only what the tables read, so that words which differ in nothing else share an entry.
WordKey Tok2Vec::key_of(const TokenIds& token) const {
  WordKey key;
  for (const HashEmbedding& table : tables_) {
    const std::uint64_t value = attribute_of(token, table.attribute());
    switch (table.attribute()) {
      case TokenAttribute::kNorm:
        key.norm = value;
        break;
      case TokenAttribute::kPrefix:
        key.prefix = value;
        break;
      case TokenAttribute::kSuffix:
        key.suffix = value;
        break;
      case TokenAttribute::kShape:
        key.shape = value;
        break;
      case TokenAttribute::kSpacy:
      case TokenAttribute::kIsSpace:
        key.flags |= value * flag_bit(table.attribute());
        break;
    }
  }
  return key;
}

const float* Tok2Vec::encode(std::span<const TokenIds> tokens, Tok2VecScratch& scratch) const {
  const std::size_t rows = tokens.size() + 2 * padding();
  at_least(scratch.current, rows * width_);
  at_least(scratch.next, rows * width_);
  for (std::size_t row = 1; row < rows - 1; row += kChunk) {
    const std::size_t end = std::min(row + kChunk, rows - 1);
    look_up(tokens, row - 1, end + 1, scratch);
    apply_first_layer(row, end, scratch);
  }
  std::size_t edge = 1;
  for (const WindowLayer& layer : later_layers_) {
    std::swap(scratch.current, scratch.next);
    ++edge;
    for (std::size_t row = edge; row < rows - edge; row += kChunk) {
      // The second row of the last pair may lie beyond the edge; then nothing reads it.
      const std::size_t pairs = (std::min(kChunk, rows - edge - row) + 1) / 2;
      layer.apply(scratch.current.data(), row, pairs, scratch.next.data(), scratch.window);
    }
  }
  return scratch.next.data() + padding() * width_;
}

// Fills scratch.word_of_row for the rows [first_row, end_row).
void Tok2Vec::look_up(std::span<const TokenIds> tokens, std::size_t first_row, std::size_t end_row,
                      Tok2VecScratch& scratch) const {
  scratch.word_of_row.assign(end_row - first_row, no_word_.data());
  scratch.unknown.clear();
  for (std::size_t row = std::max(first_row, padding());
       row < std::min(end_row, padding() + tokens.size()); ++row) {
    const float* known = cache_->find(key_of(tokens[row - padding()]));
    if (known == nullptr) scratch.unknown.push_back(row - first_row);
    scratch.word_of_row[row - first_row] = known;
  }
  if (!scratch.unknown.empty()) compute_unknown(tokens, first_row, scratch);
}

void Tok2Vec::compute_unknown(std::span<const TokenIds> tokens, std::size_t first_row,
                              Tok2VecScratch& scratch) const {
  const std::size_t count = scratch.unknown.size();
  const std::size_t inputs = mixer_weights_.depth();
  at_least(scratch.embedded, count * inputs);
  at_least(scratch.pieces, count * mixer_weights_.stride());
  at_least(scratch.words, count * word_values());
  const auto token_at = [&](std::size_t i) -> const TokenIds& {
    return tokens[first_row + scratch.unknown[i] - padding()];
  };
  for (std::size_t i = 0; i < count; ++i) {
    float* output = scratch.embedded.data() + i * inputs;
    for (const HashEmbedding& table : tables_) {
      table.embed(token_at(i), output);
      output += width_;
    }
  }
  mixer_weights_.multiply(scratch.embedded.data(), inputs, count, nullptr, scratch.pieces.data(),
                          mixer_weights_.stride());
  for (std::size_t i = 0; i < count; ++i) {
    const float* pieces = scratch.pieces.data() + i * mixer_weights_.stride();
    mixer_norm_.apply({&pieces, 1}, nullptr, scratch.words.data() + i * word_values());
  }
  first_products_.multiply(scratch.words.data(), word_values(), count, nullptr,
                           scratch.words.data() + width_, word_values());
  for (std::size_t i = 0; i < count; ++i) {
    const float* word = scratch.words.data() + i * word_values();
    scratch.word_of_row[scratch.unknown[i]] = word;
    cache_->insert(key_of(token_at(i)), word);
  }
}

// The word's product for each place in the window was computed with the word; here they are summed.
void Tok2Vec::apply_first_layer(std::size_t first_row, std::size_t end_row,
                                Tok2VecScratch& scratch) const {
  for (std::size_t row = first_row; row < end_row; ++row) {
    const float* const* words = scratch.word_of_row.data() + (row - first_row);
    std::array<const float*, 3> products;
    for (std::size_t slot = 0; slot < products.size(); ++slot) {
      products[slot] = words[slot] + width_ + slot * first_outputs_;
    }
    first_norm_.apply(products, words[1], scratch.next.data() + row * width_);
  }
}

}  // namespace assay::nlp
