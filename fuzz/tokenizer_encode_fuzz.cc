// Whatever the text: tokens stand inside it, on boundaries of code points, in the order of their
// beginnings, and text that is not UTF-8 is an error. The first byte picks the tokenizer.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "assay/tokenizer.h"
#include "text/utf8.h"

namespace {

using assay::ByteRange;
using assay::Tokenizer;

constexpr std::string_view kModel = R"("model": {"type": "WordPiece", "unk_token": "[UNK]",
  "continuing_subword_prefix": "##", "max_input_chars_per_word": 50, "vocab": {"[UNK]": 0,
  "a": 1, "##a": 2, "e": 3, "##e": 4, " ": 5, "## ": 6, "東": 7, "ab": 8, "##é": 9, "é": 10}},
  "added_tokens": [
    {"id": 11, "content": "[X]", "single_word": false, "lstrip": true, "rstrip": true,
     "normalized": false, "special": true},
    {"id": 12, "content": "Ab", "single_word": true, "lstrip": false, "rstrip": true,
     "normalized": true, "special": false}])";

constexpr std::array<std::string_view, 5> kNormalizers{
    R"({"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
        "strip_accents": null, "lowercase": true})",
    R"({"type": "Sequence", "normalizers": [{"type": "NFKD"}, {"type": "StripAccents"},
        {"type": "Strip", "strip_left": true, "strip_right": true}, {"type": "Lowercase"}]})",
    R"({"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "éa"},
        {"type": "Replace", "pattern": {"String": "a"}, "content": "東 "}, {"type": "NFC"}]})",
    R"({"type": "NFKC"})", "null"};

constexpr std::array<std::string_view, 4> kPreTokenizers{
    R"({"type": "BertPreTokenizer"})", R"({"type": "Whitespace"})",
    R"({"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": false},
        {"type": "Punctuation", "behavior": "MergedWithNext"}]})",
    "null"};

std::shared_ptr<const Tokenizer> make(std::size_t choice) {
  std::string json = R"({"normalizer": )";
  json += kNormalizers[choice % kNormalizers.size()];
  json += R"(, "pre_tokenizer": )";
  json += kPreTokenizers[choice / kNormalizers.size() % kPreTokenizers.size()];
  json += ", ";
  json += kModel;
  json += "}";
  auto tokenizer = Tokenizer::parse(json);
  if (!tokenizer) std::abort();
  return *tokenizer;
}

const Tokenizer& tokenizer_for(std::uint8_t byte) {
  constexpr std::size_t kCount = kNormalizers.size() * kPreTokenizers.size();
  static const auto tokenizers = [] {
    std::array<std::shared_ptr<const Tokenizer>, kCount> all;
    for (std::size_t i = 0; i < kCount; ++i) all[i] = make(i);
    return all;
  }();
  return *tokenizers[byte % kCount];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto tokens = tokenizer_for(data[0]).tokenize(text);
  if (tokens.has_value() == assay::text::find_utf8_flaw(text).has_value()) std::abort();
  if (!tokens) return 0;
  if (tokens->ids.size() != tokens->ranges.size()) std::abort();
  std::uint32_t begin = 0;
  for (const ByteRange& range : tokens->ranges) {
    const bool inside = range.begin <= range.end && range.end <= text.size();
    if (!inside || range.begin < begin || !assay::text::is_boundary(text, range.begin) ||
        !assay::text::is_boundary(text, range.end)) {
      std::abort();
    }
    begin = range.begin;
  }
  return 0;
}
