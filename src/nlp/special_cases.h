#pragma once
// Special cases of a spaCy tokenizer: texts with a fixed split ("don't" -> "do", "n't"), found
// either as a whole word or as a run of tokens that the other rules made.
//
// Thread-safety: immutable once the tokenizer has filled it.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "nlp/lexeme.h"

namespace assay::nlp {

struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};

template <typename Value>
using TextMap = std::unordered_map<std::string, Value, StringHash, std::equal_to<>>;

// The tokens of a piece of text without blanks; they follow one another without a gap.
struct WordSplit {
  std::vector<Lexeme> pieces;
};

// A token in its place.
struct RawToken {
  const Lexeme* lexeme = nullptr;
  std::size_t byte_start = 0;
  std::size_t code_point_start = 0;
  bool followed_by_space = false;

  std::size_t byte_end() const { return byte_start + lexeme->bytes; }
};

// A trie over token texts.
struct SpecialCaseNode {
  TextMap<std::unique_ptr<SpecialCaseNode>> next;
  bool ends = false;

  const SpecialCaseNode* step(std::string_view token) const;
};

class SpecialCases {
 public:
  void add(std::string text, WordSplit split);

  // Lets the case also be found where the other rules split its text into `tokens`.
  void add_token_sequence(std::span<const std::string_view> tokens);

  // Null when the text is no special case.
  const WordSplit* find(std::string_view text) const;

  // The trie node of a token that some sequence begins with, or null.
  const SpecialCaseNode* sequence_start(std::string_view token) const { return root_.step(token); }

  // Replaces the tokens of sequences by the split of their text: of overlapping ones the longest,
  // then the first, counts.
  void retokenize(std::string_view text, std::vector<RawToken>& tokens) const;

 private:
  TextMap<WordSplit> splits_;
  std::size_t longest_ = 0;
  SpecialCaseNode root_;
};

}  // namespace assay::nlp
