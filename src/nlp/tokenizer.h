#pragma once
// spaCy's rule-based tokenizer, read from the `tokenizer` file of a pipeline.
//
//   auto tokenizer = Tokenizer::load(folder, std::move(lexicon));
//   auto tokens = (*tokenizer)->tokenize("Don't!");  // "Do", "n't", "!"
//
// Texts are valid UTF-8; tokens point into the tokenizer and into the result that holds them.
// Thread-safety: tokenize may be called from many threads at once. Cost: about 100 ns for a word
// that was seen before, some microseconds for a new one. Failure: a word that a rule cannot decide
// within the limits of the regular expression engine is kInvalidInput.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "nlp/lexeme.h"
#include "nlp/python_regex.h"
#include "nlp/special_cases.h"
#include "nlp/split_cache.h"

namespace assay::nlp {

struct TokenizedText {
  std::vector<RawToken> tokens;
  // Keeps the words that the cache had no room for.
  std::vector<std::unique_ptr<const WordSplit>> own_words;
};

struct TokenizerRules {
  std::optional<PythonRegex> prefix;
  std::optional<PythonRegex> suffix;
  std::optional<PythonRegex> infix;
  std::optional<PythonRegex> token_match;
  std::optional<PythonRegex> url_match;
  bool faster_heuristics = true;
};

class Tokenizer {
 public:
  static Result<std::unique_ptr<Tokenizer>> load(const std::filesystem::path& folder,
                                                 Lexicon lexicon);
  // From the bytes of the file.
  static Result<std::unique_ptr<Tokenizer>> from_msgpack(std::string_view bytes, Lexicon lexicon);

  Result<TokenizedText> tokenize(std::string_view text) const;

 private:
  struct Affixes {
    std::vector<std::string_view> prefixes;
    std::string_view middle;
    std::vector<std::string_view> suffixes;  // from the outermost in
  };

  Tokenizer(TokenizerRules rules, Lexicon lexicon)
      : rules_(std::move(rules)), lexicon_(std::move(lexicon)) {}

  // `use_special_cases` is off only while the special cases themselves are set up.
  Result<WordSplit> split_word(std::string_view word, bool use_special_cases) const;
  Result<Affixes> strip_affixes(std::string_view word, bool use_special_cases) const;
  Result<void> append_middle(std::string_view middle, WordSplit& out) const;
  Result<void> append_infix_parts(std::string_view middle, WordSplit& out) const;
  Result<std::size_t> prefix_length(std::string_view word) const;
  Result<std::size_t> suffix_length(std::string_view word) const;
  Result<bool> is_affixed(std::string_view text) const;
  Result<void> register_sequence(std::string_view text);
  void append(std::string_view piece, WordSplit& out) const;

  Result<const WordSplit*> split_of(std::string_view word, TokenizedText& out) const;

  TokenizerRules rules_;
  Lexicon lexicon_;
  SpecialCases special_cases_;
  mutable SplitCache cache_;

  friend class TokenizerLoader;
};

}  // namespace assay::nlp
