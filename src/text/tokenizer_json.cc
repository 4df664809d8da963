#include "text/tokenizer_json.h"

#include <fmt/format.h>

#include "text/json_reader.h"

namespace assay::text {

using nlohmann::json;

void refuse(JsonErrors& errors, const std::string& path, std::string message) {
  errors.add(ErrorCode::kUnsupported, path, std::move(message));
}

void refuse_type(JsonErrors& errors, const JsonFields& fields, const std::string& type) {
  refuse(errors, fields.path_of("type"), fmt::format("`{}` is not supported", type));
}

bool is_too_deep(int depth, const std::string& path, JsonErrors& errors) {
  constexpr int kMostNesting = 16;
  if (depth <= kMostNesting) return false;
  refuse(errors, path, "sequences are nested too deeply");
  return true;
}

Pattern parse_pattern(JsonFields& fields, JsonErrors& errors) {
  const json* value = fields.value("pattern");
  if (value == nullptr) return {};
  const std::string path = fields.path_of("pattern");
  JsonFields kinds(*value, path, errors);
  if (const auto expression = kinds.optional_string("Regex")) {
    kinds.finish();
    if (errors.failed()) return {};
    auto regex = Regex::compile(*expression);
    if (regex) return *std::move(regex);
    errors.add(regex.error().code, path + ".Regex", regex.error().message);
    return {};
  }
  std::string literal = kinds.string("String");
  kinds.finish();
  if (errors.failed()) return {};
  if (!literal.empty()) return literal;
  refuse(errors, path, "an empty pattern is not supported");
  return {};
}

MarkedSpaces parse_marked_spaces(JsonFields& fields, JsonErrors& errors) {
  MarkedSpaces options;
  options.mark = fields.code_point("replacement");
  fields.ignore("str_rep");  // the same as a string
  const std::string scheme = fields.optional_string("prepend_scheme").value_or("always");
  if (scheme == "first") {
    options.prepend = MarkedSpaces::Prepend::kFirst;
  } else if (scheme == "never") {
    options.prepend = MarkedSpaces::Prepend::kNever;
  } else if (scheme != "always") {
    refuse(errors, fields.path_of("prepend_scheme"), fmt::format("`{}` is not supported", scheme));
  }
  if (!fields.optional_boolean("add_prefix_space").value_or(true) && scheme != "never") {
    errors.add(ErrorCode::kCorrupt, fields.path_of("add_prefix_space"),
               fmt::format("contradicts the prepend_scheme `{}`", scheme));
  }
  options.split = fields.optional_boolean("split").value_or(true);
  return options;
}

Result<TokenizerParts> parse_tokenizer_json(std::string_view text) {
  const auto root = read_json(text);
  if (!root) return tl::unexpected(root.error());
  JsonErrors errors;
  TokenizerParts parts;
  JsonFields fields(*root, "", errors);
  const std::string version = fields.optional_string("version").value_or("1.0");
  if (version != "1.0") refuse(errors, "version", fmt::format("`{}` is not supported", version));
  for (const char* ignored : {"truncation", "padding"}) fields.ignore(ignored);
  if (const json* normalizer = fields.optional_value("normalizer")) {
    parse_normalizer(*normalizer, "normalizer", errors, parts.normalizer);
  }
  if (const json* pre_tokenizer = fields.optional_value("pre_tokenizer")) {
    parts.pre_tokenizer = parse_pre_tokenizer(*pre_tokenizer, "pre_tokenizer", errors);
  }
  if (const json* model = fields.value("model")) {
    parts.model = parse_model(*model, "model", errors);
  }
  if (const json* post_processor = fields.optional_value("post_processor")) {
    parse_post_processor(*post_processor, "post_processor", errors, parts);
  }
  if (const json* decoder = fields.optional_value("decoder")) {
    parts.decoder = parse_decoder(*decoder, "decoder", errors);
  }
  const json* added = fields.optional_value("added_tokens");
  if (added != nullptr && !errors.failed()) parse_added_tokens(*added, parts, errors);
  fields.finish();
  if (errors.failed()) return tl::unexpected(errors.first());
  return parts;
}

}  // namespace assay::text
