#pragma once
// What spaCy knows of a word without its context: ids for the networks and yes-or-no properties.
//
//   auto lexicon = Lexicon::load(folder);      // vocab/lookups.bin
//   Lexeme lexeme = lexicon->make("Colour");   // its norm is that of "color"
//
// Thread-safety: immutable after load. Cost of make: about a microsecond; the tokenizer keeps
// lexemes of words that it has seen.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "assay/error.h"

namespace assay::nlp {

struct SpecialCaseNode;

struct Lexeme {
  std::size_t bytes = 0;
  std::size_t code_points = 0;
  // String ids, see string_hash.h.
  std::uint64_t norm = 0;
  std::uint64_t prefix = 0;
  std::uint64_t suffix = 0;
  std::uint64_t shape = 0;
  std::string lower;
  bool is_stop = false;
  bool is_punct = false;
  bool is_space = false;
  // Set by the tokenizer when a special case that spans several tokens begins with this word.
  const SpecialCaseNode* special_case = nullptr;
};

class Lexicon {
 public:
  // Reads the norms of vocab/lookups.bin; a pipeline without that file has only spaCy's own.
  static Result<Lexicon> load(const std::filesystem::path& folder);
  // From the bytes of that file.
  static Result<Lexicon> from_msgpack(std::string_view bytes);

  // `text` must not be empty.
  Lexeme make(std::string_view text) const;

 private:
  Lexicon();
  std::uint64_t norm_of(std::string_view text, std::string_view lower) const;

  std::unordered_map<std::uint64_t, std::uint64_t> norms_;  // id of a text -> id of its norm
  std::unordered_set<std::string_view> stop_words_;
};

// str -> "Xxxx", "dd", ...: letters and digits by class, runs cut at four; "LONG" from 100
// characters on.
std::string word_shape(std::string_view text);

}  // namespace assay::nlp
