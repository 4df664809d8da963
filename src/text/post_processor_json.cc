#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "text/tokenizer_json.h"

namespace assay::text {

using nlohmann::json;

namespace {

using Kind = TemplatePiece::Kind;
using SpecialIds = std::map<std::string, std::vector<std::uint32_t>>;

// "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [101], "tokens": ["[CLS]"]}}
SpecialIds parse_special_tokens(const json* value, const std::string& path, JsonErrors& errors) {
  SpecialIds result;
  if (value == nullptr) return result;
  if (!value->is_object()) errors.add(ErrorCode::kCorrupt, path, "must be an object");
  for (const auto& item : value->items()) {
    JsonFields fields(item.value(), fmt::format("{}.{}", path, item.key()), errors);
    fields.string("id");
    fields.ignore("tokens");  // the names of the ids
    std::vector<std::uint32_t>& ids = result[item.key()];
    if (const json* list = fields.value("ids")) {
      for_each_element(*list, fields.path_of("ids"), errors,
                       [&](const json& id, const std::string& at) {
                         const json wrapped = {{"id", id}};
                         ids.push_back(JsonFields(wrapped, at, errors).number("id"));
                       });
    }
    fields.finish();
  }
  return result;
}

void parse_sequence_piece(const json& value, const std::string& path, JsonErrors& errors,
                          Template& out) {
  JsonFields fields(value, path, errors);
  const std::string id = fields.string("id");
  const std::uint32_t type_id = fields.number("type_id");
  fields.finish();
  if (id != "A" && id != "B") {
    errors.add(ErrorCode::kUnsupported, fields.path_of("id"),
               fmt::format("`{}` is not a sequence, A and B are", id));
  }
  out.push_back({id == "A" ? Kind::kFirst : Kind::kSecond, type_id, {}});
}

void parse_special_piece(const json& value, const std::string& path, const SpecialIds& specials,
                         JsonErrors& errors, Template& out) {
  JsonFields fields(value, path, errors);
  const std::string id = fields.string("id");
  const std::uint32_t type_id = fields.number("type_id");
  fields.finish();
  const auto ids = specials.find(id);
  if (ids == specials.end()) {
    errors.add(ErrorCode::kCorrupt, fields.path_of("id"),
               fmt::format("`{}` is not among the special tokens", id));
    return;
  }
  out.push_back({Kind::kSpecial, type_id, ids->second});
}

Template parse_template(const json* value, const std::string& path, const SpecialIds& specials,
                        JsonErrors& errors) {
  Template result;
  if (value == nullptr) return result;
  for_each_element(*value, path, errors, [&](const json& piece, const std::string& at) {
    JsonFields fields(piece, at, errors);
    if (const json* sequence = fields.optional_value("Sequence")) {
      parse_sequence_piece(*sequence, fields.path_of("Sequence"), errors, result);
    } else if (const json* special = fields.value("SpecialToken")) {
      parse_special_piece(*special, fields.path_of("SpecialToken"), specials, errors, result);
    }
    fields.finish();
  });
  return result;
}

PostProcessor parse_template_processing(JsonFields& fields, JsonErrors& errors) {
  const SpecialIds specials = parse_special_tokens(fields.value("special_tokens"),
                                                   fields.path_of("special_tokens"), errors);
  Template single =
      parse_template(fields.value("single"), fields.path_of("single"), specials, errors);
  Template pair = parse_template(fields.value("pair"), fields.path_of("pair"), specials, errors);
  const auto is_second = [](const TemplatePiece& piece) { return piece.kind == Kind::kSecond; };
  if (std::any_of(single.begin(), single.end(), is_second)) {
    errors.add(ErrorCode::kCorrupt, fields.path_of("single"), "uses a second sequence");
  }
  return {std::move(single), std::move(pair)};
}

// "sep": ["[SEP]", 102]
std::vector<std::uint32_t> parse_name_and_id(JsonFields& fields, const char* key,
                                             JsonErrors& errors) {
  const json* value = fields.value(key);
  if (value == nullptr) return {};
  if (!value->is_array() || value->size() != 2 || !(*value)[0].is_string()) {
    errors.add(ErrorCode::kCorrupt, fields.path_of(key), "must be a token and its id");
    return {};
  }
  const json wrapped = {{"id", (*value)[1]}};
  return {JsonFields(wrapped, fields.path_of(key), errors).number("id")};
}

PostProcessor parse_bert_processing(JsonFields& fields, JsonErrors& errors) {
  const TemplatePiece cls{Kind::kSpecial, 0, parse_name_and_id(fields, "cls", errors)};
  const TemplatePiece sep{Kind::kSpecial, 0, parse_name_and_id(fields, "sep", errors)};
  const TemplatePiece second_sep{Kind::kSpecial, 1, sep.special_ids};
  const TemplatePiece first{Kind::kFirst, 0, {}};
  const TemplatePiece second{Kind::kSecond, 1, {}};
  return {{cls, first, sep}, {cls, first, sep, second, second_sep}};
}

PostProcessor parse_roberta_processing(JsonFields& fields, JsonErrors& errors,
                                       OffsetTrimmer& trimmer) {
  const TemplatePiece cls{Kind::kSpecial, 0, parse_name_and_id(fields, "cls", errors)};
  const TemplatePiece sep{Kind::kSpecial, 0, parse_name_and_id(fields, "sep", errors)};
  const bool trims = fields.boolean("trim_offsets");
  const bool keeps_first_blank = fields.boolean("add_prefix_space");
  if (trims) trimmer.add(keeps_first_blank);
  const TemplatePiece first{Kind::kFirst, 0, {}};
  const TemplatePiece second{Kind::kSecond, 0, {}};
  return {{cls, first, sep}, {cls, first, sep, sep, second, sep}};
}

// Parses post-processors one after the other.
class Parser {
 public:
  Parser(TokenizerParts& parts, JsonErrors& errors) : parts_(parts), errors_(errors) {}

  void parse(const json& value, const std::string& path, int depth) {
    if (is_too_deep(depth, path, errors_)) return;
    JsonFields fields(value, path, errors_);
    const std::string type = fields.string("type");
    if (errors_.failed()) return;
    if (type == "Sequence") {
      parse_each(fields, "processors", errors_,
                 [&](const json& part, const std::string& at) { parse(part, at, depth + 1); });
    } else if (type == "ByteLevel") {
      parse_byte_level(fields);
    } else {
      parse_adding(type, fields);
    }
    fields.finish();
  }

 private:
  void parse_byte_level(JsonFields& fields) {
    const bool keeps_first_blank = fields.boolean("add_prefix_space");
    const bool trims = fields.boolean("trim_offsets");
    fields.optional_boolean("use_regex");  // matters for the pre-tokenizer only
    if (!trims) return;
    if (tokens_added_) {
      refuse(errors_, fields.path_of("trim_offsets"),
             "trimming is not supported behind a post-processor that adds tokens");
    }
    parts_.trimmer.add(keeps_first_blank);
  }

  void parse_adding(const std::string& type, JsonFields& fields) {
    if (tokens_added_) {
      refuse(errors_, fields.path_of("type"),
             fmt::format("`{}` is not supported behind another one that adds tokens", type));
      return;
    }
    tokens_added_ = true;
    if (type == "TemplateProcessing") {
      parts_.post_processor = parse_template_processing(fields, errors_);
    } else if (type == "BertProcessing") {
      parts_.post_processor = parse_bert_processing(fields, errors_);
    } else if (type == "RobertaProcessing") {
      parts_.post_processor = parse_roberta_processing(fields, errors_, parts_.trimmer);
    } else {
      refuse_type(errors_, fields, type);
    }
  }

  TokenizerParts& parts_;
  JsonErrors& errors_;
  bool tokens_added_ = false;
};

}  // namespace

void parse_post_processor(const json& value, const std::string& path, JsonErrors& errors,
                          TokenizerParts& parts) {
  Parser(parts, errors).parse(value, path, 0);
}

}  // namespace assay::text
