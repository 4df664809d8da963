#pragma once
// A token while the components of a pipeline work on it.

#include <cstddef>
#include <string>
#include <string_view>

#include "nlp/lexeme.h"

namespace assay::nlp {

// The morphological features that the lemmatizer asks for; empty when a word has none.
struct MorphFeatures {
  std::string number;
  std::string verb_form;
  std::string tense;
  std::string degree;
};

// Views live as long as the pipeline.
struct TokenAnalysis {
  std::string_view text;
  const Lexeme* lexeme = nullptr;
  std::string_view tag;
  std::string_view pos;
  std::string_view dep;
  std::size_t head = 0;
  const MorphFeatures* morph = nullptr;  // null when nothing has set it
  std::string lemma;
};

}  // namespace assay::nlp
