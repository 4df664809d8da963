#pragma once
// Which words of two texts METEOR holds to be the same, as NLTK aligns them.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "nlp/wordnet.h"

namespace assay::reference {

// Runs of letters, marks, digits and underscores, and runs of what is neither that nor white space:
// NLTK's wordpunct_tokenize (since NLTK 3.10; before, marks were no part of words); lower-cased.
std::vector<std::string> meteor_tokens(std::string_view text);

struct MeteorAlignment {
  std::size_t exact = 0;     // words that are equal
  std::size_t stems = 0;     // words whose stems are
  std::size_t synonyms = 0;  // words of which one is a synonym of the other
  std::size_t chunks = 0;    // runs of matched words that stand beside each other in both texts

  std::size_t matches() const { return exact + stems + synonyms; }
};

// Equal words are matched first, then stems, then synonyms; each from the texts' ends. Synonyms are
// looked up of the stems that are left, as NLTK does it: few stems that differ from their word are
// in WordNet.
MeteorAlignment align(const std::vector<std::string>& response,
                      const std::vector<std::string>& reference, const nlp::WordNet& wordnet);

}  // namespace assay::reference
