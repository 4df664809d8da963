#pragma once
// Options of the metrics that compare the response with another text. Each metric's page in
// docs/metrics/ says what they do to its score.

#include <optional>
#include <string>

namespace assay {

// What a response is compared with.
enum class Against {
  kReference,  // the record's `reference`
  kKnowledge,  // its passages, joined with a space; lower-cased with Compat::kQ2Paper
};

// As sacrebleu.
struct BleuOptions {
  enum class Tokenizer { k13a, kNone, kIntl };
  enum class Smoothing { kNone, kFloor, kAddK, kExp };
  Tokenizer tokenizer = Tokenizer::k13a;
  bool lower_case = false;
  Smoothing smoothing = Smoothing::kExp;
  // Of kFloor (unset: 0.1; 0 to 1) and kAddK (unset: 1; not negative); the others take none.
  std::optional<double> smooth_value;
};

// As rouge-score.
struct RougeOptions {
  bool stem = false;  // Porter's stemmer for words of more than three letters
};

struct MeteorOptions {
  // alpha, beta, gamma: .9, 3, .5 (Banerjee and Lavie 2005, NLTK's defaults), or .81, .83, .28
  // (Lavie and Agarwal 2007, tuned for English).
  enum class Parameters { kNltk, k2007 };
  Parameters parameters = Parameters::kNltk;
};

// As bert-score.
struct BertScoreOptions {
  std::optional<int> layer;  // 0: the embeddings, 1: the first layer, ...; unset: the last
  std::string idf;       // file of texts, one a line, whose tokens are counted; empty: no weights
  std::string baseline;  // file of baselines by layer; empty: similarities as they are
};

}  // namespace assay
