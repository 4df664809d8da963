#pragma once
// Normalisation in steps that can be composed, with a map back into the caller's bytes.
//
//   text::Normalizer normalizer;
//   normalizer.add(text::make_unicode_form(text::UnicodeForm::kNfd))
//       .add(text::make_strip_accents()).add(text::make_lower_case());
//   const text::MappedText plain = normalizer.apply("Café");
//   plain.text();        // "cafe"
//   plain.source(3, 4);  // bytes 3 to 5: the "é"
//
// The steps are those of Hugging Face `tokenizers`, with its results and its alignment: a code
// point that replaces another stands for that one, an inserted one for the one before it, and of a
// composed pair only the first half is stood for.
// Thread-safety: immutable once built. Cost: linear; ASCII that no step moves takes a fast path.
// Failure: only of a regular expression that gave up (text/regex.h).

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/mapped_text.h"
#include "text/regex.h"

namespace assay::text {

class NormalizerStep {
 public:
  virtual ~NormalizerStep() = default;
  virtual Result<void> apply(MappedChars& chars) const = 0;
  // Does the same to an ASCII text in place if that moves no byte; else returns false and the
  // text is not used further.
  virtual bool apply_in_place(std::string& ascii) const = 0;
};

class Normalizer {
 public:
  Normalizer& add(std::unique_ptr<const NormalizerStep> step);
  Result<MappedText> apply(std::string_view text) const;

 private:
  std::vector<std::unique_ptr<const NormalizerStep>> steps_;
};

enum class UnicodeForm { kNfc, kNfd, kNfkc, kNfkd };

struct BertCleaning {
  bool clean_text = true;  // drop control characters and U+FFFD, turn all white space into spaces
  bool space_around_cjk = true;
  bool strip_accents = true;  // decompose and drop nonspacing marks
  bool lower_case = true;
};

std::unique_ptr<const NormalizerStep> make_unicode_form(UnicodeForm form);
std::unique_ptr<const NormalizerStep> make_lower_case();
// What SentencePiece's rules for translation do before NFKC: control characters go, separators and
// zero-width characters become spaces.
std::unique_ptr<const NormalizerStep> make_nmt();
// Drops combining marks; decomposes nothing.
std::unique_ptr<const NormalizerStep> make_strip_accents();
std::unique_ptr<const NormalizerStep> make_strip(bool left, bool right);
// `prefix` must not be empty; an empty text stays empty.
std::unique_ptr<const NormalizerStep> make_prepend(std::string_view prefix);
// Every occurrence, from the left, of a pattern that must not be empty.
std::unique_ptr<const NormalizerStep> make_replace(std::string_view pattern,
                                                   std::string_view content);
// Every match of a regular expression.
std::unique_ptr<const NormalizerStep> make_replace(Regex pattern, std::string_view content);
std::unique_ptr<const NormalizerStep> make_bert_cleaning(const BertCleaning& options);

}  // namespace assay::text
