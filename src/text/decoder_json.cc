#include "text/tokenizer_json.h"

namespace assay::text {

using nlohmann::json;

namespace {

using DecoderPtr = std::unique_ptr<const Decoder>;

DecoderPtr parse_word_piece(JsonFields& fields) {
  std::string prefix = fields.string("prefix");
  return make_word_piece_decoder(std::move(prefix), fields.boolean("cleanup"));
}

DecoderPtr parse_suffix(JsonFields& fields, JsonErrors& errors) {
  std::string suffix = fields.string("suffix");
  if (!suffix.empty()) return make_suffix_decoder(std::move(suffix));
  refuse(errors, fields.path_of("suffix"), "an empty suffix is not supported");
  return nullptr;
}

DecoderPtr parse_byte_level(JsonFields& fields) {
  // What the pre-tokenizer of the same type is asked.
  for (const char* ignored : {"add_prefix_space", "trim_offsets", "use_regex"}) {
    fields.ignore(ignored);
  }
  return make_byte_level_decoder();
}

DecoderPtr parse_marked(JsonFields& fields, JsonErrors& errors) {
  const MarkedSpaces options = parse_marked_spaces(fields, errors);
  return make_marked_spaces_decoder(options.mark, options.prepend != MarkedSpaces::Prepend::kNever);
}

DecoderPtr parse_strip(JsonFields& fields) {
  const char32_t content = fields.code_point("content");
  const std::uint32_t begin = fields.number("start");
  const std::uint32_t end = fields.number("stop");
  return make_strip_decoder(content, begin, end);
}

DecoderPtr parse_replace(JsonFields& fields, JsonErrors& errors) {
  std::string content = fields.string("content");
  Pattern pattern = parse_pattern(fields, errors);
  if (auto* literal = std::get_if<std::string>(&pattern)) {
    return make_replace_decoder(std::move(*literal), std::move(content));
  }
  if (auto* regex = std::get_if<Regex>(&pattern)) {
    return make_replace_decoder(std::move(*regex), std::move(content));
  }
  return nullptr;
}

DecoderPtr parse_simple(const std::string& type, JsonFields& fields, JsonErrors& errors) {
  if (type == "ByteLevel") return parse_byte_level(fields);
  if (type == "Metaspace") return parse_marked(fields, errors);
  if (type == "WordPiece") return parse_word_piece(fields);
  if (type == "BPEDecoder") return parse_suffix(fields, errors);
  if (type == "ByteFallback") return make_byte_fallback_decoder();
  if (type == "Fuse") return make_fuse_decoder();
  if (type == "Strip") return parse_strip(fields);
  if (type == "Replace") return parse_replace(fields, errors);
  refuse_type(errors, fields, type);
  return nullptr;
}

DecoderPtr parse_nested(const json& value, const std::string& path, int depth, JsonErrors& errors) {
  if (is_too_deep(depth, path, errors)) return nullptr;
  JsonFields fields(value, path, errors);
  const std::string type = fields.string("type");
  if (errors.failed()) return nullptr;
  DecoderPtr result;
  if (type == "Sequence") {
    std::vector<DecoderPtr> parts;
    parse_each(fields, "decoders", errors, [&](const json& part, const std::string& at) {
      parts.push_back(parse_nested(part, at, depth + 1, errors));
    });
    result = make_decoder_sequence(std::move(parts));
  } else {
    result = parse_simple(type, fields, errors);
  }
  fields.finish();
  return result;
}

}  // namespace

DecoderPtr parse_decoder(const json& value, const std::string& path, JsonErrors& errors) {
  return parse_nested(value, path, 0, errors);
}

}  // namespace assay::text
