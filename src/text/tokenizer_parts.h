#pragma once
// The parts of a tokenizer as its file describes them, and the file's parser.
//
// parse_tokenizer_json is strict: a type or a field that it does not know is kUnsupported and named
// by its path ("pre_tokenizer.pretokenizers[1].type"), because skipping it would silently change
// ids. Malformed JSON and fields of a wrong type are kInvalidInput. Thread-safety: all of it.

#include <memory>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "text/added_tokens.h"
#include "text/normalize.h"
#include "text/post_processor.h"
#include "text/pre_tokenizer.h"
#include "text/token_model.h"

namespace assay::text {

struct TokenizerParts {
  Normalizer normalizer;
  std::unique_ptr<const PreTokenizer> pre_tokenizer;  // nullptr: the text is one piece
  std::unique_ptr<const TokenModel> model;
  PostProcessor post_processor;
  std::vector<AddedToken> raw_tokens;                              // found in the text as given
  std::vector<AddedToken> normalized_tokens;                       // found in the normalised text
  std::vector<std::pair<std::string, std::uint32_t>> added_names;  // content and id of all of them
};

Result<TokenizerParts> parse_tokenizer_json(std::string_view json);

}  // namespace assay::text
