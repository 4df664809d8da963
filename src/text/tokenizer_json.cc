#include "text/tokenizer_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/word_piece.h"

namespace assay::text {

using nlohmann::json;

namespace {

// Sequences of sequences deeper than this are refused rather than followed.
constexpr int kMostNesting = 16;

void refuse(JsonErrors& errors, const std::string& path, std::string message) {
  errors.add(ErrorCode::kUnsupported, path, std::move(message));
}

void refuse_type(JsonErrors& errors, const JsonFields& fields, const std::string& type) {
  refuse(errors, fields.path_of("type"), fmt::format("`{}` is not supported", type));
}

template <typename Parse>
void parse_each(JsonFields& fields, const char* key, JsonErrors& errors, Parse&& parse) {
  if (const json* array = fields.value(key)) {
    for_each_element(*array, fields.path_of(key), errors, parse);
  }
}

bool is_too_deep(int depth, const std::string& path, JsonErrors& errors) {
  if (depth <= kMostNesting) return false;
  refuse(errors, path, "sequences are nested too deeply");
  return true;
}

std::unique_ptr<const NormalizerStep> parse_bert_cleaning(JsonFields& fields) {
  BertCleaning options;
  options.clean_text = fields.boolean("clean_text");
  options.space_around_cjk = fields.boolean("handle_chinese_chars");
  options.lower_case = fields.boolean("lowercase");
  options.strip_accents = fields.optional_boolean("strip_accents").value_or(options.lower_case);
  return make_bert_cleaning(options);
}

std::unique_ptr<const NormalizerStep> parse_prepend(JsonFields& fields, JsonErrors& errors) {
  const std::string prefix = fields.string("prepend");
  if (!prefix.empty()) return make_prepend(prefix);
  refuse(errors, fields.path_of("prepend"), "an empty text to prepend is not supported");
  return nullptr;
}

std::unique_ptr<const NormalizerStep> parse_replace(JsonFields& fields, JsonErrors& errors) {
  const std::string content = fields.string("content");
  const json* pattern = fields.value("pattern");
  if (pattern == nullptr) return nullptr;
  const std::string path = fields.path_of("pattern");
  JsonFields kinds(*pattern, path, errors);
  if (pattern->contains("Regex")) {
    refuse(errors, path + ".Regex", "regular expressions are not supported");
    return nullptr;
  }
  const std::string literal = kinds.string("String");
  kinds.finish();
  if (!literal.empty()) return make_replace(literal, content);
  refuse(errors, path, "an empty pattern is not supported");
  return nullptr;
}

std::unique_ptr<const NormalizerStep> parse_strip(JsonFields& fields) {
  const bool left = fields.boolean("strip_left");
  const bool right = fields.boolean("strip_right");
  return make_strip(left, right);
}

std::unique_ptr<const NormalizerStep> parse_normalizer_step(const std::string& type,
                                                            JsonFields& fields,
                                                            JsonErrors& errors) {
  if (type == "BertNormalizer") return parse_bert_cleaning(fields);
  if (type == "NFC") return make_unicode_form(UnicodeForm::kNfc);
  if (type == "NFD") return make_unicode_form(UnicodeForm::kNfd);
  if (type == "NFKC") return make_unicode_form(UnicodeForm::kNfkc);
  if (type == "NFKD") return make_unicode_form(UnicodeForm::kNfkd);
  if (type == "Lowercase") return make_lower_case();
  if (type == "StripAccents") return make_strip_accents();
  if (type == "Strip") return parse_strip(fields);
  if (type == "Prepend") return parse_prepend(fields, errors);
  if (type == "Replace") return parse_replace(fields, errors);
  refuse_type(errors, fields, type);
  return nullptr;
}

void parse_normalizer(const json& value, const std::string& path, int depth, JsonErrors& errors,
                      Normalizer& out) {
  if (is_too_deep(depth, path, errors)) return;
  JsonFields fields(value, path, errors);
  const std::string type = fields.string("type");
  if (errors.failed()) return;
  if (type == "Sequence") {
    parse_each(fields, "normalizers", errors, [&](const json& part, const std::string& part_path) {
      parse_normalizer(part, part_path, depth + 1, errors, out);
    });
  } else if (auto step = parse_normalizer_step(type, fields, errors)) {
    out.add(std::move(step));
  }
  fields.finish();
}

Delimiters parse_behaviour(JsonFields& fields, JsonErrors& errors) {
  const std::string name = fields.optional_string("behavior").value_or("Isolated");
  if (name == "Removed") return Delimiters::kRemoved;
  if (name == "Isolated") return Delimiters::kIsolated;
  if (name == "Contiguous") return Delimiters::kContiguous;
  if (name == "MergedWithPrevious") return Delimiters::kMergedWithPrevious;
  if (name == "MergedWithNext") return Delimiters::kMergedWithNext;
  refuse(errors, fields.path_of("behavior"), fmt::format("`{}` is not supported", name));
  return Delimiters::kIsolated;
}

std::unique_ptr<const PreTokenizer> parse_pre_tokenizer(const json& value, const std::string& path,
                                                        int depth, JsonErrors& errors) {
  if (is_too_deep(depth, path, errors)) return nullptr;
  JsonFields fields(value, path, errors);
  const std::string type = fields.string("type");
  if (errors.failed()) return nullptr;
  std::unique_ptr<const PreTokenizer> result;
  if (type == "BertPreTokenizer") {
    result = make_bert_pre_tokenizer();
  } else if (type == "Whitespace") {
    result = make_word_split();
  } else if (type == "WhitespaceSplit") {
    result = make_white_space_split();
  } else if (type == "Punctuation") {
    result = make_punctuation_split(parse_behaviour(fields, errors));
  } else if (type == "Digits") {
    result = make_digit_split(fields.boolean("individual_digits"));
  } else if (type == "Sequence") {
    std::vector<std::unique_ptr<const PreTokenizer>> parts;
    parse_each(fields, "pretokenizers", errors, [&](const json& part, const std::string& at) {
      parts.push_back(parse_pre_tokenizer(part, at, depth + 1, errors));
    });
    result = make_pre_tokenizer_sequence(std::move(parts));
  } else {
    refuse_type(errors, fields, type);
  }
  fields.finish();
  return result;
}

Vocabulary parse_vocabulary(const json* vocab, const std::string& path, JsonErrors& errors) {
  Vocabulary vocabulary;
  if (vocab == nullptr) return vocabulary;
  if (!vocab->is_object()) {
    errors.add(ErrorCode::kInvalidInput, path, "must be an object of tokens and ids");
    return vocabulary;
  }
  constexpr std::uint64_t kMostId = 0x7FFFFFFF;
  for (const auto& item : vocab->items()) {
    if (!item.value().is_number_unsigned() || item.value().get<std::uint64_t>() > kMostId) {
      errors.add(ErrorCode::kInvalidInput, path,
                 fmt::format("the id of `{}` must be a whole number below 2^31", item.key()));
      return vocabulary;
    }
    vocabulary.insert(item.key(), item.value().get<std::uint32_t>());
  }
  return vocabulary;
}

std::unique_ptr<const TokenModel> parse_word_piece(JsonFields& fields, JsonErrors& errors) {
  const std::string unknown = fields.string("unk_token");
  const std::string prefix = fields.string("continuing_subword_prefix");
  const std::uint32_t longest_word = fields.number("max_input_chars_per_word");
  Vocabulary vocabulary = parse_vocabulary(fields.value("vocab"), fields.path_of("vocab"), errors);
  if (!errors.failed() && !vocabulary.find(unknown)) {
    errors.add(ErrorCode::kInvalidInput, fields.path_of("unk_token"),
               fmt::format("`{}` is not in the vocabulary", unknown));
  }
  if (errors.failed()) return nullptr;
  return std::make_unique<WordPiece>(std::move(vocabulary), unknown, prefix, longest_word);
}

std::unique_ptr<const TokenModel> parse_model(const json* value, JsonErrors& errors) {
  if (value == nullptr) return nullptr;
  JsonFields fields(*value, "model", errors);
  // Files of the first versions name no type; WordPiece is told by its fields.
  const bool looks_like_word_piece =
      value->contains("continuing_subword_prefix") && value->contains("max_input_chars_per_word");
  const std::string type =
      fields.optional_string("type").value_or(looks_like_word_piece ? "WordPiece" : "unnamed");
  if (type != "WordPiece") {
    refuse_type(errors, fields, type);
    return nullptr;
  }
  auto model = parse_word_piece(fields, errors);
  fields.finish();
  return model;
}

}  // namespace

Result<TokenizerParts> parse_tokenizer_json(std::string_view text) {
  json root;
  try {
    root = json::parse(text);
  } catch (const json::exception& e) {
    return fail(ErrorCode::kInvalidInput, fmt::format("not valid JSON: {}", e.what()));
  }
  JsonErrors errors;
  TokenizerParts parts;
  JsonFields fields(root, "", errors);
  const std::string version = fields.optional_string("version").value_or("1.0");
  if (version != "1.0") refuse(errors, "version", fmt::format("`{}` is not supported", version));
  for (const char* ignored : {"truncation", "padding", "decoder"}) fields.ignore(ignored);
  if (const json* normalizer = fields.optional_value("normalizer")) {
    parse_normalizer(*normalizer, "normalizer", 0, errors, parts.normalizer);
  }
  if (const json* pre_tokenizer = fields.optional_value("pre_tokenizer")) {
    parts.pre_tokenizer = parse_pre_tokenizer(*pre_tokenizer, "pre_tokenizer", 0, errors);
  }
  parts.model = parse_model(fields.value("model"), errors);
  if (const json* post_processor = fields.optional_value("post_processor")) {
    parts.post_processor = parse_post_processor(*post_processor, "post_processor", errors);
  }
  const json* added = fields.optional_value("added_tokens");
  if (added != nullptr && !errors.failed()) parse_added_tokens(*added, parts, errors);
  fields.finish();
  if (errors.failed()) return tl::unexpected(errors.first());
  return parts;
}

}  // namespace assay::text
