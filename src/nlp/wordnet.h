#pragma once
// Synonyms from the data files of WordNet 3 (index.noun, data.noun, noun.exc and so on), as
// Debian's package wordnet-base has them in /usr/share/wordnet.
//
//   auto wordnet = WordNet::load("/usr/share/wordnet");
//   wordnet->synonyms("cars");   // "auto", "automobile", "car", ...
//
// Thread-safety: const methods may be called from many threads. Cost: loading reads 30 MB; the
// synonyms of words that were looked up are kept, to a limit. Failure: kNotFound for a file that is
// not there, kCorrupt with file and line for one that is not WordNet's.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/error.h"

namespace assay::nlp {

class WordNet {
 public:
  // What the three files of a part of speech hold.
  struct Texts {
    std::string index;       // index.noun
    std::string data;        // data.noun
    std::string exceptions;  // noun.exc
  };
  using AllTexts = std::array<Texts, 4>;  // nouns, verbs, adjectives, adverbs

  static Result<std::unique_ptr<WordNet>> load(const std::filesystem::path& folder);
  // `folder` is for errors only.
  static Result<std::unique_ptr<WordNet>> parse(AllTexts texts,
                                                const std::filesystem::path& folder = {});

  // Sorted: the words of every synset of `word` (lower-cased) or of one of its base forms, in every
  // part of speech, as WordNet spells them. Phrases are left out.
  std::shared_ptr<const std::vector<std::string>> synonyms(const std::string& word) const;

  const std::string& fingerprint() const { return fingerprint_; }

 private:
  struct PartOfSpeech {
    Texts texts;  // what the others refer to
    // Base forms of irregular words.
    std::unordered_map<std::string_view, std::vector<std::string_view>> exceptions;
    // Lemma -> where its line's offsets begin in the index.
    std::unordered_map<std::string_view, std::string_view> synsets;
  };

  WordNet() = default;
  static Result<void> read_index(const std::string& file, const std::string& data_file,
                                 PartOfSpeech& part);
  static void read_exceptions(PartOfSpeech& part);
  static std::vector<std::string> base_forms(const PartOfSpeech& part, std::size_t number,
                                             const std::string& word);
  std::vector<std::string> find_synonyms(const std::string& word) const;

  std::array<PartOfSpeech, 4> parts_;
  std::string fingerprint_;
  mutable std::shared_mutex mutex_;  // guards known_
  mutable std::unordered_map<std::string, std::shared_ptr<const std::vector<std::string>>> known_;
};

// `path` if it is not empty, else $ASSAY_WORDNET, else /usr/share/wordnet.
Result<std::filesystem::path> wordnet_path(const std::string& path);

}  // namespace assay::nlp
