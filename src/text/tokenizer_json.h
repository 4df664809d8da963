#pragma once
// The pieces of tokenizer.json's parser that have a file of their own.
//
// Each reports what is wrong to `errors` and then returns something harmless.

#include <nlohmann/json.hpp>
#include <string>

#include "text/json_fields.h"
#include "text/tokenizer_parts.h"

namespace assay::text {

PostProcessor parse_post_processor(const nlohmann::json& value, const std::string& path,
                                   JsonErrors& errors);

// Fills raw_tokens, normalized_tokens and added_names of `parts`, whose normalizer and model must
// be there. Tokens get ids as in `tokenizers`: that of the model's vocabulary, else the next free
// one; a file that says something else is refused.
void parse_added_tokens(const nlohmann::json& value, TokenizerParts& parts, JsonErrors& errors);

// Calls parse(element, its path) for the elements of an array until there is an error.
template <typename Parse>
void for_each_element(const nlohmann::json& array, const std::string& path, JsonErrors& errors,
                      Parse&& parse) {
  if (!array.is_array()) {
    errors.add(ErrorCode::kInvalidInput, path, "must be an array");
    return;
  }
  for (std::size_t i = 0; i < array.size() && !errors.failed(); ++i) {
    parse(array[i], path + "[" + std::to_string(i) + "]");
  }
}

}  // namespace assay::text
