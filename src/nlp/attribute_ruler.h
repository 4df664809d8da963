#pragma once
// spaCy's attribute ruler: token patterns that set tags, parts of speech, morphology and lemmas.
//
//   auto ruler = AttributeRuler::load(folder / "attribute_ruler");
//   auto done = ruler->apply(tokens);
//
// All patterns are matched against the tokens as they come in; then their attributes are set in the
// order of the patterns, so that later ones win. What a pattern may ask for: TAG, DEP, LOWER, ORTH
// (TEXT), each equal to a text, IN, NOT_IN or REGEX, and IS_SPACE, IS_PUNCT, IS_STOP. Anything else
// is kUnsupported and names the key.
//
// Thread-safety: immutable. Cost: less than a microsecond a token for en_core_web_sm.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "nlp/python_regex.h"
#include "nlp/special_cases.h"
#include "nlp/token_analysis.h"

namespace assay::nlp {

enum class TokenAttribute { kText, kLower, kTag, kDep, kIsSpace, kIsPunct, kIsStop };

// One demand on one attribute of a token.
struct TokenConstraint {
  enum class Kind { kIn, kNotIn, kRegex, kFlag };

  TokenAttribute attribute = TokenAttribute::kText;
  Kind kind = Kind::kIn;
  std::vector<std::string> values;   // kIn, kNotIn
  std::optional<PythonRegex> regex;  // kRegex
  bool flag = false;                 // kFlag

  Result<bool> holds(const TokenAnalysis& token) const;
};

struct AttributeEffects {
  std::optional<std::string> tag;
  std::optional<std::string> pos;
  std::optional<std::string> dep;
  std::optional<std::string> lemma;
  std::optional<MorphFeatures> morph;
};

// "Number=Sing|Person=3"; "_" and the empty text have no features.
MorphFeatures parse_morph(std::string_view features);

class AttributeRuler {
 public:
  static Result<AttributeRuler> load(const std::filesystem::path& folder);
  // From the bytes of the file `patterns`.
  static Result<AttributeRuler> from_msgpack(std::string_view bytes);

  Result<void> apply(std::span<TokenAnalysis> tokens) const;

 private:
  using TokenPattern = std::vector<TokenConstraint>;

  struct Rule {
    std::vector<TokenPattern> tokens;
    std::size_t effects = 0;  // position in effects_, which is also the order of precedence
    std::size_t target = 0;   // the token of the match that the effects go to
  };

  struct Match {
    std::size_t effects = 0;
    std::size_t token = 0;
    friend auto operator<=>(const Match&, const Match&) = default;
  };

  Result<bool> matches(const Rule& rule, std::span<const TokenAnalysis> tokens) const;
  Result<void> collect(const std::vector<std::size_t>& candidates,
                       std::span<const TokenAnalysis> tokens, std::size_t start,
                       std::vector<Match>& found) const;
  void index_rules();

  std::vector<Rule> rules_;
  std::vector<AttributeEffects> effects_;
  // Rules by what their first token must be, so that a token meets few of them.
  TextMap<std::vector<std::size_t>> by_tag_;
  TextMap<std::vector<std::size_t>> by_lower_;
  std::vector<std::size_t> others_;

  friend class AttributeRulerLoader;
};

}  // namespace assay::nlp
