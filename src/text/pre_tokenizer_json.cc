#include <fmt/format.h>

#include "text/tokenizer_json.h"

namespace assay::text {

using nlohmann::json;

namespace {

using PreTokenizerPtr = std::unique_ptr<const PreTokenizer>;

Delimiters parse_behaviour(const std::string& name, JsonFields& fields, JsonErrors& errors) {
  if (name == "Removed") return Delimiters::kRemoved;
  if (name == "Isolated") return Delimiters::kIsolated;
  if (name == "Contiguous") return Delimiters::kContiguous;
  if (name == "MergedWithPrevious") return Delimiters::kMergedWithPrevious;
  if (name == "MergedWithNext") return Delimiters::kMergedWithNext;
  refuse(errors, fields.path_of("behavior"), fmt::format("`{}` is not supported", name));
  return Delimiters::kIsolated;
}

PreTokenizerPtr parse_split(JsonFields& fields, JsonErrors& errors) {
  const Delimiters behaviour = parse_behaviour(fields.string("behavior"), fields, errors);
  const bool invert = fields.boolean("invert");
  Pattern pattern = parse_pattern(fields, errors);
  if (auto* literal = std::get_if<std::string>(&pattern)) {
    return make_literal_split(*literal, behaviour, invert);
  }
  if (auto* regex = std::get_if<Regex>(&pattern)) {
    return make_regex_split(std::move(*regex), behaviour, invert);
  }
  return nullptr;
}

PreTokenizerPtr parse_byte_level(JsonFields& fields) {
  ByteLevelSplit options;
  options.add_prefix_space = fields.boolean("add_prefix_space");
  options.split = fields.optional_boolean("use_regex").value_or(true);
  fields.boolean("trim_offsets");  // matters for the post-processor only
  return make_byte_level_split(options);
}

PreTokenizerPtr parse_fixed_length(JsonFields& fields, JsonErrors& errors) {
  constexpr std::uint32_t kUsual = 5;
  const std::uint32_t length = fields.optional_number("length").value_or(kUsual);
  if (length > 0) return make_fixed_length_split(length);
  errors.add(ErrorCode::kCorrupt, fields.path_of("length"), "must be at least 1");
  return nullptr;
}

PreTokenizerPtr parse_simple(const std::string& type, JsonFields& fields, JsonErrors& errors) {
  if (type == "BertPreTokenizer") return make_bert_pre_tokenizer();
  if (type == "Whitespace") return make_word_split();
  if (type == "WhitespaceSplit") return make_white_space_split();
  if (type == "Punctuation") {
    const std::string behaviour = fields.optional_string("behavior").value_or("Isolated");
    return make_punctuation_split(parse_behaviour(behaviour, fields, errors));
  }
  if (type == "Digits") return make_digit_split(fields.boolean("individual_digits"));
  if (type == "CharDelimiterSplit" || type == "Delimiter") {
    return make_delimiter_split(fields.code_point("delimiter"));
  }
  if (type == "FixedLength") return parse_fixed_length(fields, errors);
  if (type == "Split") return parse_split(fields, errors);
  if (type == "ByteLevel") return parse_byte_level(fields);
  if (type == "Metaspace") return make_marked_spaces(parse_marked_spaces(fields, errors));
  refuse_type(errors, fields, type);
  return nullptr;
}

PreTokenizerPtr parse_nested(const json& value, const std::string& path, int depth,
                             JsonErrors& errors) {
  if (is_too_deep(depth, path, errors)) return nullptr;
  JsonFields fields(value, path, errors);
  const std::string type = fields.string("type");
  if (errors.failed()) return nullptr;
  PreTokenizerPtr result;
  if (type == "Sequence") {
    std::vector<PreTokenizerPtr> parts;
    parse_each(fields, "pretokenizers", errors, [&](const json& part, const std::string& at) {
      parts.push_back(parse_nested(part, at, depth + 1, errors));
    });
    result = make_pre_tokenizer_sequence(std::move(parts));
  } else {
    result = parse_simple(type, fields, errors);
  }
  fields.finish();
  return result;
}

}  // namespace

PreTokenizerPtr parse_pre_tokenizer(const json& value, const std::string& path,
                                    JsonErrors& errors) {
  return parse_nested(value, path, 0, errors);
}

}  // namespace assay::text
