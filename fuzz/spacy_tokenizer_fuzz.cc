// Tokenizes any valid UTF-8: tokens must tile the text, but for single blanks, the same each time.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "../tests/spacy_files.h"
#include "nlp/tokenizer.h"
#include "text/utf8.h"

namespace {

using assay::nlp::Lexicon;
using assay::nlp::RawToken;
using assay::nlp::TokenizedText;
using assay::nlp::Tokenizer;

const Tokenizer& tokenizer() {
  static const auto loaded = Tokenizer::from_msgpack(assay::spacy_files::small_tokenizer_file(),
                                                     Lexicon::load("no such folder").value());
  return **loaded;
}

void require(bool holds) {
  if (!holds) std::abort();
}

void check_tiling(std::string_view text, const TokenizedText& tokenized) {
  std::size_t byte = 0;
  std::size_t code_point = 0;
  for (const RawToken& token : tokenized.tokens) {
    require(token.byte_start == byte && token.code_point_start == code_point);
    require(token.lexeme->bytes > 0);
    byte += token.lexeme->bytes;
    code_point += token.lexeme->code_points;
    if (!token.followed_by_space) continue;
    require(text[byte] == ' ');
    ++byte;
    ++code_point;
  }
  require(byte == text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (assay::text::find_utf8_flaw(text)) return 0;
  const auto first = tokenizer().tokenize(text);
  if (!first) return 0;
  check_tiling(text, *first);
  const auto second = tokenizer().tokenize(text);
  require(second.has_value() && second->tokens.size() == first->tokens.size());
  for (std::size_t i = 0; i < first->tokens.size(); ++i) {
    require(first->tokens[i].byte_start == second->tokens[i].byte_start);
    require(first->tokens[i].lexeme->norm == second->tokens[i].lexeme->norm);
  }
  return 0;
}
