#pragma once
// The pieces of tokenizer.json's parser that have a file of their own.
//
// Each reports what is wrong to `errors` and then returns something harmless.

#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "text/json_fields.h"
#include "text/tokenizer_parts.h"

namespace assay::text {

void parse_normalizer(const nlohmann::json& value, const std::string& path, JsonErrors& errors,
                      Normalizer& out);

std::unique_ptr<const PreTokenizer> parse_pre_tokenizer(const nlohmann::json& value,
                                                        const std::string& path,
                                                        JsonErrors& errors);

// nullptr after an error.
std::unique_ptr<const TokenModel> parse_model(const nlohmann::json& value, const std::string& path,
                                              JsonErrors& errors);

// Fills post_processor and trimmer of `parts`.
void parse_post_processor(const nlohmann::json& value, const std::string& path, JsonErrors& errors,
                          TokenizerParts& parts);

std::unique_ptr<const Decoder> parse_decoder(const nlohmann::json& value, const std::string& path,
                                             JsonErrors& errors);

// Fills raw_tokens, normalized_tokens and added of `parts`, whose normalizer and model must be
// there. Tokens get ids as in `tokenizers`: that of the model's vocabulary, else the next free
// one; a file that says something else is refused.
void parse_added_tokens(const nlohmann::json& value, TokenizerParts& parts, JsonErrors& errors);

// --- what they share

// "pattern": {"String": " "} or {"Regex": " +"}.
using Pattern = std::variant<std::monostate, std::string, Regex>;  // monostate: after an error
Pattern parse_pattern(JsonFields& fields, JsonErrors& errors);

// "replacement", "prepend_scheme" and "split" of a Metaspace, in all ways that were ever written.
MarkedSpaces parse_marked_spaces(JsonFields& fields, JsonErrors& errors);

// kUnsupported.
void refuse(JsonErrors& errors, const std::string& path, std::string message);
void refuse_type(JsonErrors& errors, const JsonFields& fields, const std::string& type);

// Sequences of sequences that are too deep are refused rather than followed.
bool is_too_deep(int depth, const std::string& path, JsonErrors& errors);

// Calls parse(element, its path) for the elements of an array until there is an error.
template <typename Parse>
void for_each_element(const nlohmann::json& array, const std::string& path, JsonErrors& errors,
                      Parse&& parse) {
  if (!array.is_array()) {
    errors.add(ErrorCode::kCorrupt, path, "must be an array");
    return;
  }
  for (std::size_t i = 0; i < array.size() && !errors.failed(); ++i) {
    parse(array[i], path + "[" + std::to_string(i) + "]");
  }
}

// The same for a field that must be there.
template <typename Parse>
void parse_each(JsonFields& fields, const char* key, JsonErrors& errors, Parse&& parse) {
  if (const nlohmann::json* array = fields.value(key)) {
    for_each_element(*array, fields.path_of(key), errors, parse);
  }
}

}  // namespace assay::text
