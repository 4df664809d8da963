#pragma once
// The parts of a tokenizer as its file describes them, and the file's parser.
//
// parse_tokenizer_json is strict: a type or a field that it does not know is kUnsupported and named
// by its path ("pre_tokenizer.pretokenizers[1].type"), because skipping it would silently change
// ids. Malformed JSON, fields of a wrong type and parts that contradict each other are kCorrupt.
// Thread-safety: all of it.

#include <memory>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "text/added_tokens.h"
#include "text/decoder.h"
#include "text/normalize.h"
#include "text/offset_trimmer.h"
#include "text/post_processor.h"
#include "text/pre_tokenizer.h"
#include "text/token_model.h"

namespace assay::text {

// What an added token is called.
struct AddedName {
  std::string content;
  std::string decoded;  // what it is when ids become text: normalised, if it is matched so
  std::uint32_t id = 0;
  bool is_special = false;
};

struct TokenizerParts {
  Normalizer normalizer;
  std::unique_ptr<const PreTokenizer> pre_tokenizer;  // nullptr: the text is one piece
  std::unique_ptr<const TokenModel> model;
  OffsetTrimmer trimmer;
  PostProcessor post_processor;
  std::unique_ptr<const Decoder> decoder;     // nullptr: tokens with blanks between them
  std::vector<AddedToken> raw_tokens;         // found in the text as given
  std::vector<AddedToken> normalized_tokens;  // found in the normalised text
  std::vector<AddedName> added;               // all of them, by id
};

Result<TokenizerParts> parse_tokenizer_json(std::string_view json);

}  // namespace assay::text
