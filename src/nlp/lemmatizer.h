#pragma once
// spaCy's rule lemmatizer for English: suffix rules, exceptions and a list of known base forms for
// each part of speech.
//
//   lemmatizer.lemma("mice", "mice", "NOUN", morph);  // "mouse"
//
// Thread-safety: immutable. Cost: about a microsecond a word.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "assay/error.h"
#include "nlp/special_cases.h"
#include "nlp/token_analysis.h"

namespace assay::nlp {

class Lemmatizer {
 public:
  // `folder` holds lookups/lookups.bin.
  static Result<Lemmatizer> load(const std::filesystem::path& folder);
  // From the bytes of that file.
  static Result<Lemmatizer> from_msgpack(std::string_view bytes);

  std::string lemma(const TokenAnalysis& token) const;

 private:
  // The tables of a part of speech.
  struct Tables {
    std::unordered_set<std::string, StringHash, std::equal_to<>> index;
    TextMap<std::vector<std::string>> exceptions;
    std::vector<std::pair<std::string, std::string>> rules;  // ending -> what replaces it

    bool empty() const { return index.empty() && exceptions.empty() && rules.empty(); }
  };

  static std::string by_rules(const Tables& tables, std::string_view text,
                              const std::string& lower);

  std::unordered_map<std::uint64_t, Tables> tables_;  // by the id of the part of speech

  friend class LemmatizerLoader;
};

}  // namespace assay::nlp
