// Whatever the text: tokens stand inside it, on boundaries of code points, those that are not empty
// in the order of their beginnings, they become text again, and text that is not UTF-8 is an error.
// The first byte picks the tokenizer.
//
// Empty ones may stand out of order, as they do in Hugging Face tokenizers: a space that a
// byte-level tokenizer puts before a word behind an added token is trimmed to nothing at the word's
// end.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
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

// A character map of five replacements, made by tests/oracle/charsmap.py.
constexpr std::string_view kCharsmap =
    "AAQAAAAAAAAJAACABgAAgAUAAIACAACAAAAAgAAAAAAAAAAAAAAAAAkxAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB51AAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAZZQBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgQkCAIEBAgAAAAAA"
    "AAAAAIQQAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKKZAgAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACssAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMw0AwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADiiAMAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA77wDAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAFRNAADDqQBmaQA=";

std::string word_piece_json(std::size_t choice) {
  std::string json = R"({"normalizer": )";
  json += kNormalizers[choice % kNormalizers.size()];
  json += R"(, "pre_tokenizer": )";
  json += kPreTokenizers[choice / kNormalizers.size() % kPreTokenizers.size()];
  json += ", ";
  json += kModel;
  json += "}";
  return json;
}

// Like RoBERTa, Llama 2, Llama 3 and T5, in small.
constexpr std::array<std::string_view, 4> kSubwordTokenizers{
    R"({"model": {"type": "BPE", "unk_token": "?", "vocab": {"?": 0, "a": 1, "b": 2, "Ġ": 3,
          "Ġa": 4, "ab": 5, "Ã": 6, "©": 7, "Ã©": 8, "ĠĠ": 9, "<x>": 10},
        "merges": ["Ġ a", "a b", "Ã ©", "Ġ Ġ"]},
      "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true},
      "post_processor": {"type": "RobertaProcessing", "sep": ["a", 1], "cls": ["b", 2],
        "trim_offsets": true, "add_prefix_space": true},
      "decoder": {"type": "ByteLevel"},
      "added_tokens": [{"id": 10, "content": "<x>", "single_word": false, "lstrip": true,
        "rstrip": false, "normalized": false, "special": true}]})",
    R"({"model": {"type": "BPE", "unk_token": "?", "fuse_unk": true, "byte_fallback": true,
        "vocab": {"?": 0, "a": 1, "▁": 2, "▁a": 3, "<0xE6>": 4, "<0x9D>": 5, "<0xB1>": 6, "aa": 7},
        "merges": [["a", "a"], ["▁", "a"]]},
      "normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"},
        {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}, {"type": "Nmt"}]},
      "decoder": {"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "▁"},
        "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 1, "stop": 0}]}})",
    R"({"model": {"type": "BPE", "ignore_merges": true, "unk_token": "a", "vocab": {"a": 0, "b": 1,
          "ab": 2, "1": 3, "Ġ": 4}, "merges": []},
      "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Split", "invert": false,
        "behavior": "Isolated", "pattern": {"Regex":
          "(?i:'s|'t)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|\\s+(?!\\S)|\\s+"}},
        {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true,
         "use_regex": false}]},
      "post_processor": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true}})",
    R"({"model": {"type": "Unigram", "unk_id": 0, "byte_fallback": true, "vocab": [["?", 0],
          ["▁", -2.5], ["▁a", -3], ["a", -2], ["ab", -4], ["<0xC3>", -9], ["<0xA9>", -9]]},
      "normalizer": {"type": "Sequence", "normalizers": [
        {"type": "Precompiled", "precompiled_charsmap": "@MAP@"},
        {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "▁"}]},
      "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first"},
      "decoder": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first"}})"};

std::string tokenizer_json(std::size_t choice) {
  constexpr std::size_t kWordPieces = kNormalizers.size() * kPreTokenizers.size();
  if (choice < kWordPieces) return word_piece_json(choice);
  std::string json(kSubwordTokenizers[choice - kWordPieces]);
  if (const auto at = json.find("@MAP@"); at != std::string::npos) json.replace(at, 5, kCharsmap);
  return json;
}

std::shared_ptr<const Tokenizer> make(std::size_t choice) {
  auto tokenizer = Tokenizer::parse(tokenizer_json(choice));
  if (!tokenizer) std::abort();
  return *tokenizer;
}

const Tokenizer& tokenizer_for(std::uint8_t byte) {
  constexpr std::size_t kCount =
      kNormalizers.size() * kPreTokenizers.size() + kSubwordTokenizers.size();
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
    const bool is_empty = range.begin == range.end;
    if (!inside || (!is_empty && range.begin < begin) ||
        !assay::text::is_boundary(text, range.begin) ||
        !assay::text::is_boundary(text, range.end)) {
      std::abort();
    }
    if (!is_empty) begin = range.begin;
  }
  const auto decoded = tokenizer_for(data[0]).decode(tokens->ids, true);
  if (!decoded || assay::text::find_utf8_flaw(*decoded)) std::abort();
  return 0;
}
