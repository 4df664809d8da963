// Small tokenizer.json files: what is accepted does what it says, what is not is refused by name.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "assay/tokenizer.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

json small_model() {
  return json::parse(R"({"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "##",
    "max_input_chars_per_word": 6,
    "vocab": {"?": 0, "a": 1, "ab": 2, "##c": 3, "##cd": 4, "b": 5, "[CLS]": 6, "[SEP]": 7}})");
}

json file_with(const char* key, const json& value) {
  json file = {{"version", "1.0"},
               {"model", small_model()},
               {"pre_tokenizer", {{"type", "BertPreTokenizer"}}}};
  file[key] = value;
  return file;
}

std::vector<std::uint32_t> ids_of(const json& file, std::string_view text) {
  const auto tokenizer = Tokenizer::parse(file.dump());
  EXPECT_TRUE(tokenizer.has_value()) << tokenizer.error().to_string();
  if (!tokenizer) return {};
  return (*tokenizer)->tokenize(text).value().ids;
}

// The error of a file whose `key` is `value`.
Error refusal(const char* key, const json& value) {
  const auto tokenizer = Tokenizer::parse(file_with(key, value).dump());
  EXPECT_FALSE(tokenizer.has_value()) << key << " " << value;
  return tokenizer ? Error{} : tokenizer.error();
}

void expect_unsupported(const char* key, const json& value, const char* field) {
  const Error error = refusal(key, value);
  EXPECT_EQ(error.code, ErrorCode::kUnsupported) << error.to_string();
  EXPECT_EQ(error.field, field) << error.to_string();
}

void expect_corrupt(const char* key, const json& value, const char* field) {
  const Error error = refusal(key, value);
  EXPECT_EQ(error.code, ErrorCode::kCorrupt) << error.to_string();
  EXPECT_EQ(error.field, field) << error.to_string();
}

json added(std::uint32_t id, const char* content) {
  return {{"id", id},        {"content", content},  {"single_word", false}, {"lstrip", false},
          {"rstrip", false}, {"normalized", false}, {"special", false}};
}

TEST(TokenizerJson, WordPieceTakesTheLongest) {
  const json file = file_with("normalizer", nullptr);
  EXPECT_THAT(ids_of(file, "abcd acc abx"), ElementsAre(2, 4, 1, 3, 3, 0));
}

TEST(TokenizerJson, WordsThatAreTooLongAreUnknown) {
  const json file = file_with("normalizer", nullptr);
  EXPECT_THAT(ids_of(file, "accccc acccccc"), ElementsAre(1, 3, 3, 3, 3, 3, 0));
}

TEST(TokenizerJson, ModelOfTheFirstVersionsHasNoType) {
  json file = file_with("normalizer", nullptr);
  file["model"].erase("type");
  EXPECT_THAT(ids_of(file, "ab"), ElementsAre(2));
}

TEST(TokenizerJson, AddedTokensAreCutOutFirst) {
  json single = added(8, "ab");
  single["id"] = 2;
  single["single_word"] = true;
  json stripping = added(8, "<s>");
  stripping["lstrip"] = stripping["rstrip"] = true;
  const json file = file_with("added_tokens", json::array({single, stripping, added(9, "<s>x")}));
  EXPECT_THAT(ids_of(file, "ab abc b <s> a<s>xb"), ElementsAre(2, 2, 3, 5, 8, 1, 9, 5));
  const auto tokens = (*Tokenizer::parse(file.dump()))->tokenize("b <s> a").value();
  EXPECT_EQ(tokens.ranges[1], (ByteRange{1, 6}));
}

TEST(TokenizerJson, NormalizedAddedTokensMatchTheNormalisedText) {
  json token = added(8, "QX");
  token["normalized"] = true;
  json file = file_with("added_tokens", json::array({token}));
  file["normalizer"] = {{"type", "Lowercase"}};
  EXPECT_THAT(ids_of(file, "a qX b"), ElementsAre(1, 8, 5));
}

TEST(TokenizerJson, BertProcessing) {
  const json file = file_with(
      "post_processor", {{"type", "BertProcessing"}, {"sep", {"[SEP]", 7}}, {"cls", {"[CLS]", 6}}});
  const auto tokenizer = Tokenizer::parse(file.dump()).value();
  const Encoding pair = tokenizer->encode("a", "b").value();
  EXPECT_THAT(pair.ids, ElementsAre(6, 1, 7, 5, 7));
  EXPECT_THAT(pair.type_ids, ElementsAre(0, 0, 0, 1, 1));
}

TEST(TokenizerJson, WithoutPostProcessorNothingIsAdded) {
  const auto tokenizer = Tokenizer::parse(file_with("normalizer", nullptr).dump()).value();
  EXPECT_THAT(tokenizer->encode("a", "b").value().type_ids, ElementsAre(0, 1));
  EXPECT_EQ(tokenizer->specials_of_pair(), 0U);
}

TEST(TokenizerJson, NamesAndIds) {
  const json file = file_with("added_tokens", json::array({added(8, "<new>")}));
  const auto tokenizer = Tokenizer::parse(file.dump()).value();
  EXPECT_EQ(tokenizer->id_of("<new>"), 8U);
  EXPECT_EQ(tokenizer->id_of("##cd"), 4U);
  EXPECT_EQ(tokenizer->id_of("none"), std::nullopt);
  EXPECT_EQ(tokenizer->token_of(8), "<new>");
  EXPECT_EQ(tokenizer->token_of(99), std::nullopt);
  EXPECT_EQ(tokenizer->id_limit(), 9U);
}

TEST(TokenizerJson, TruncationAndPaddingAreNotApplied) {
  const json file = file_with("truncation", {{"max_length", 1}});
  EXPECT_THAT(ids_of(file, "a b a"), ElementsAre(1, 5, 1));
}

TEST(TokenizerJson, UnsupportedPartsAreNamed) {
  expect_unsupported("normalizer", {{"type", "Unknown"}}, "normalizer.type");
  expect_unsupported("normalizer", {{"type", "NFC"}, {"mode", 1}}, "normalizer.mode");
  expect_unsupported("normalizer", {{"type", "Prepend"}, {"prepend", ""}}, "normalizer.prepend");
  expect_unsupported("normalizer",
                     {{"type", "Replace"}, {"content", ""}, {"pattern", {{"String", ""}}}},
                     "normalizer.pattern");
  expect_unsupported("pre_tokenizer",
                     {{"type", "Sequence"}, {"pretokenizers", {{{"type", "UnicodeScripts"}}}}},
                     "pre_tokenizer.pretokenizers[0].type");
  expect_unsupported("model", {{"type", "WordLevel"}}, "model.type");
  expect_unsupported("post_processor", {{"type", "Unknown"}}, "post_processor.type");
  expect_unsupported("decoder", {{"type", "CTC"}}, "decoder.type");
  expect_unsupported("extra", 1, "extra");
  expect_unsupported("version", "1.1", "version");
}

TEST(TokenizerJson, AddedTokensThatContradictTheVocabularyAreRefused) {
  expect_unsupported("added_tokens", json::array({added(30, "<x>")}), "added_tokens[0]");
  expect_unsupported("added_tokens", json::array({added(8, "a")}), "added_tokens[0]");
}

TEST(TokenizerJson, MalformedPartsAreNamed) {
  expect_corrupt("model", nullptr, "model");
  expect_corrupt("normalizer", "NFC", "normalizer");
  expect_corrupt("normalizer", {{"type", "Strip"}, {"strip_left", 1}}, "normalizer.strip_left");
  expect_corrupt("added_tokens", {{"a", 1}}, "added_tokens");
  json model = small_model();
  model["unk_token"] = "[UNK]";
  expect_corrupt("model", model, "model.unk_token");
  model["vocab"]["z"] = -1;
  expect_corrupt("model", model, "model.vocab");
  expect_corrupt("post_processor",
                 json::parse(R"({"type": "TemplateProcessing", "pair": [], "special_tokens": {},
                   "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}]})"),
                 "post_processor.single[0].SpecialToken.id");
}

json small_bpe() {
  return json::parse(R"({"type": "BPE", "unk_token": "?", "fuse_unk": true,
    "vocab": {"?": 0, "a": 1, "b": 2, "ab": 3, "Ġ": 4, "Ġa": 5, "▁": 6, "▁ab": 7, "<s>": 8,
              "</s>": 9, "c": 10},
    "merges": [["a", "b"], "Ġ a", "▁ ab"]})");
}

TEST(TokenizerJson, RobertaLikeFile) {
  const json byte_level = {
      {"type", "ByteLevel"}, {"add_prefix_space", true}, {"trim_offsets", true}};
  const json file = {{"model", small_bpe()},
                     {"pre_tokenizer", byte_level},
                     {"decoder", byte_level},
                     {"post_processor",
                      {{"type", "RobertaProcessing"},
                       {"sep", {"</s>", 9}},
                       {"cls", {"<s>", 8}},
                       {"trim_offsets", true},
                       {"add_prefix_space", true}}}};
  const auto tokenizer = Tokenizer::parse(file.dump()).value();
  const Encoding pair = tokenizer->encode("ab a", "c").value();
  EXPECT_THAT(pair.ids, ElementsAre(8, 4, 3, 5, 9, 9, 4, 10, 9));
  EXPECT_THAT(pair.type_ids, testing::Each(0));
  EXPECT_EQ(pair.ranges[3], (ByteRange{3, 4})) << "the blank is trimmed";
  EXPECT_EQ(tokenizer->decode(pair.ids, true).value(), "<s> ab a</s></s> c</s>");
}

TEST(TokenizerJson, UnigramLikeFile) {
  const json file = {
      {"model",
       json::parse(R"({"unk_id": 0, "vocab": [["?", 0], ["▁a", -1.5], ["b", -2], ["▁", -3]]})")},
      {"pre_tokenizer", {{"type", "Metaspace"}, {"replacement", "▁"}, {"add_prefix_space", true}}},
      {"decoder", {{"type", "Metaspace"}, {"replacement", "▁"}, {"prepend_scheme", "always"}}},
      {"added_tokens", json::array({added(4, "<s>")})}};
  const auto tokenizer = Tokenizer::parse(file.dump()).value();
  const Tokens tokens = tokenizer->tokenize("ab<s>b a").value();
  EXPECT_THAT(tokens.ids, ElementsAre(1, 2, 4, 3, 2, 1));
  EXPECT_EQ(tokenizer->decode(tokens.ids).value(), "ab<s> b a");
}

TEST(TokenizerJson, SpecialTokensAreLeftOutOfTexts) {
  json special = added(8, "[X]");
  special["special"] = true;
  const json file = file_with("added_tokens", json::array({special}));
  const auto tokenizer = Tokenizer::parse(file.dump()).value();
  const std::vector<std::uint32_t> ids{1, 8, 5, 99};
  EXPECT_EQ(tokenizer->decode(ids).value(), "a b");
  EXPECT_EQ(tokenizer->decode(ids, true).value(), "a [X] b");
}

TEST(TokenizerJson, SubwordPartsThatAreNotSupported) {
  json model = small_bpe();
  model["dropout"] = 0.1;
  expect_unsupported("model", model, "model.dropout");
  model = small_bpe();
  model["byte_fallback"] = true;
  model["end_of_word_suffix"] = "</w>";
  expect_unsupported("model", model, "model.byte_fallback");
  const json byte_level = {
      {"type", "ByteLevel"}, {"add_prefix_space", true}, {"trim_offsets", true}};
  const json bert = {{"type", "BertProcessing"}, {"sep", {"[SEP]", 7}}, {"cls", {"[CLS]", 6}}};
  expect_unsupported("post_processor", {{"type", "Sequence"}, {"processors", {bert, byte_level}}},
                     "post_processor.processors[1].trim_offsets");
  expect_unsupported("post_processor", {{"type", "Sequence"}, {"processors", {bert, bert}}},
                     "post_processor.processors[1].type");
}

TEST(TokenizerJson, DamagedSubwordPartsAreNamed) {
  json model = small_bpe();
  model["merges"][1] = "Ġ  a";
  expect_corrupt("model", model, "model.merges[1]");
  model["merges"][1] = {"a", "z"};
  expect_corrupt("model", model, "model.merges[1]");
  model["merges"][1] = {"b", "a"};
  expect_corrupt("model", model, "model.merges[1]");
  json unigram = json::parse(R"({"type": "Unigram", "unk_id": 1, "vocab": [["a", -1]]})");
  expect_corrupt("model", unigram, "model.unk_id");
  unigram["vocab"][0] = "a";
  expect_corrupt("model", unigram, "model.vocab[0]");
  expect_corrupt("normalizer", {{"type", "Precompiled"}, {"precompiled_charsmap", "AAA"}},
                 "normalizer.precompiled_charsmap");
  expect_corrupt("normalizer", {{"type", "Precompiled"}, {"precompiled_charsmap", "/////w=="}},
                 "normalizer.precompiled_charsmap");
  expect_corrupt("normalizer",
                 {{"type", "Replace"}, {"content", ""}, {"pattern", {{"Regex", "(a"}}}},
                 "normalizer.pattern.Regex");
  expect_corrupt("pre_tokenizer", {{"type", "Metaspace"}, {"replacement", "ab"}},
                 "pre_tokenizer.replacement");
}

// A whole file cut short anywhere, or with any byte changed.
TEST(TokenizerJson, DamageIsCorruptOrNamed) {
  const json file = {{"version", "1.0"}, {"model", small_bpe()}, {"decoder", {{"type", "Fuse"}}}};
  const std::string text = file.dump();
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto cut = Tokenizer::parse(std::string_view(text).substr(0, size));
    ASSERT_FALSE(cut.has_value());
    ASSERT_EQ(cut.error().code, ErrorCode::kCorrupt) << size;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 0x15);
    const auto tokenizer = Tokenizer::parse(changed);
    if (tokenizer) continue;
    const ErrorCode code = tokenizer.error().code;
    ASSERT_TRUE(code == ErrorCode::kCorrupt || code == ErrorCode::kUnsupported) << changed;
  }
}

TEST(TokenizerJson, BrokenJson) {
  const auto tokenizer = Tokenizer::parse("{\"model\": ");
  ASSERT_FALSE(tokenizer.has_value());
  EXPECT_EQ(tokenizer.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(tokenizer.error().message, HasSubstr("not valid JSON"));
}

TEST(TokenizerJson, DeepNestingIsRefused) {
  json normalizer = {{"type", "NFC"}};
  for (int i = 0; i < 100; ++i) {
    normalizer = {{"type", "Sequence"}, {"normalizers", json::array({normalizer})}};
  }
  EXPECT_THAT(refusal("normalizer", normalizer).message, HasSubstr("nested too deeply"));
}

}  // namespace
}  // namespace assay
