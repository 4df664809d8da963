#include <openssl/evp.h>

#include <algorithm>

#include "text/byte_level.h"
#include "text/precompiled.h"
#include "text/tokenizer_json.h"

namespace assay::text {

using nlohmann::json;

namespace {

using Step = std::unique_ptr<const NormalizerStep>;

Step parse_bert_cleaning(JsonFields& fields) {
  BertCleaning options;
  options.clean_text = fields.boolean("clean_text");
  options.space_around_cjk = fields.boolean("handle_chinese_chars");
  options.lower_case = fields.boolean("lowercase");
  options.strip_accents = fields.optional_boolean("strip_accents").value_or(options.lower_case);
  return make_bert_cleaning(options);
}

Step parse_prepend(JsonFields& fields, JsonErrors& errors) {
  const std::string prefix = fields.string("prepend");
  if (!prefix.empty()) return make_prepend(prefix);
  refuse(errors, fields.path_of("prepend"), "an empty text to prepend is not supported");
  return nullptr;
}

Step parse_replace(JsonFields& fields, JsonErrors& errors) {
  const std::string content = fields.string("content");
  Pattern pattern = parse_pattern(fields, errors);
  if (auto* literal = std::get_if<std::string>(&pattern)) return make_replace(*literal, content);
  if (auto* regex = std::get_if<Regex>(&pattern)) return make_replace(std::move(*regex), content);
  return nullptr;
}

Step parse_strip(JsonFields& fields) {
  const bool left = fields.boolean("strip_left");
  const bool right = fields.boolean("strip_right");
  return make_strip(left, right);
}

// Nothing when it is not base64 with its padding.
std::optional<std::string> decode_base64(const std::string& text) {
  const auto is_digit = [](unsigned char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/';
  };
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  const auto end = text.end() - static_cast<std::ptrdiff_t>(padding);
  if (text.size() % 4 != 0 || !std::all_of(text.begin(), end, is_digit)) return std::nullopt;
  std::string bytes(text.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                   reinterpret_cast<const unsigned char*>(text.data()),
                                   static_cast<int>(text.size()));
  if (size < 0 || static_cast<std::size_t>(size) < padding) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(size) - padding);
  return bytes;
}

Step parse_precompiled(JsonFields& fields, JsonErrors& errors) {
  const std::string encoded = fields.string("precompiled_charsmap");
  if (errors.failed()) return nullptr;
  const std::string path = fields.path_of("precompiled_charsmap");
  const auto bytes = decode_base64(encoded);
  if (!bytes) {
    errors.add(ErrorCode::kCorrupt, path, "is not base64");
    return nullptr;
  }
  auto charsmap = Charsmap::parse(*bytes);
  if (charsmap) return make_precompiled(*std::move(charsmap));
  errors.add(charsmap.error().code, path, charsmap.error().message);
  return nullptr;
}

Step parse_step(const std::string& type, JsonFields& fields, JsonErrors& errors) {
  if (type == "BertNormalizer") return parse_bert_cleaning(fields);
  if (type == "NFC") return make_unicode_form(UnicodeForm::kNfc);
  if (type == "NFD") return make_unicode_form(UnicodeForm::kNfd);
  if (type == "NFKC") return make_unicode_form(UnicodeForm::kNfkc);
  if (type == "NFKD") return make_unicode_form(UnicodeForm::kNfkd);
  if (type == "Nmt") return make_nmt();
  if (type == "Precompiled") return parse_precompiled(fields, errors);
  if (type == "Lowercase") return make_lower_case();
  if (type == "StripAccents") return make_strip_accents();
  if (type == "Strip") return parse_strip(fields);
  if (type == "Prepend") return parse_prepend(fields, errors);
  if (type == "Replace") return parse_replace(fields, errors);
  if (type == "ByteLevel") return make_byte_letters();
  refuse_type(errors, fields, type);
  return nullptr;
}

void parse_nested(const json& value, const std::string& path, int depth, JsonErrors& errors,
                  Normalizer& out) {
  if (is_too_deep(depth, path, errors)) return;
  JsonFields fields(value, path, errors);
  const std::string type = fields.string("type");
  if (errors.failed()) return;
  if (type == "Sequence") {
    parse_each(fields, "normalizers", errors, [&](const json& part, const std::string& part_path) {
      parse_nested(part, part_path, depth + 1, errors, out);
    });
  } else if (auto step = parse_step(type, fields, errors)) {
    out.add(std::move(step));
  }
  fields.finish();
}

}  // namespace

void parse_normalizer(const json& value, const std::string& path, JsonErrors& errors,
                      Normalizer& out) {
  parse_nested(value, path, 0, errors, out);
}

}  // namespace assay::text
