#include "nlp/lexeme.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <system_error>

#include "nlp/english_tables.h"
#include "nlp/json_values.h"
#include "nlp/msgpack_reader.h"
#include "nlp/python_text.h"
#include "nlp/string_hash.h"
#include "text/utf8.h"

namespace assay::nlp {
namespace {

using nlohmann::json;

constexpr std::size_t kSuffixLength = 3;
constexpr std::size_t kLongWord = 100;
constexpr int kLongestRun = 4;

std::string_view first_character(std::string_view text) {
  std::size_t end = 0;
  text::next_code_point(text, end);
  return text.substr(0, end);
}

std::string_view last_characters(std::string_view text, std::size_t count) {
  std::size_t begin = text.size();
  while (begin > 0 && count > 0) {
    --begin;
    if (!text::is_continuation_byte(text[begin])) --count;
  }
  return text.substr(begin);
}

template <bool (*kHas)(char32_t)>
bool every_character(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (!kHas(text::next_code_point(text, at))) return false;
  }
  return true;
}

char32_t shape_of(char32_t c) {
  if (python::is_alpha(c)) return python::is_upper(c) ? U'X' : U'x';
  return python::is_digit(c) ? U'd' : c;
}

Result<std::uint64_t> text_id(const std::string& digits) {
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    return fail(ErrorCode::kCorrupt, "a key of table `lexeme_norm` is not a string id");
  }
  return id;
}

}  // namespace

std::string word_shape(std::string_view text) {
  if (text.size() >= kLongWord && text::count_code_points(text) >= kLongWord) return "LONG";
  std::string shape;
  char32_t last = 0;
  int run = 0;
  for (std::size_t at = 0; at < text.size();) {
    const bool first = at == 0;
    const char32_t c = shape_of(text::next_code_point(text, at));
    run = !first && c == last ? run + 1 : 0;
    last = c;
    if (run < kLongestRun) text::append_utf8(shape, c);
  }
  return shape;
}

Lexicon::Lexicon() {
  for (const auto& [from, to] : english::base_norms()) norms_[string_hash(from)] = string_hash(to);
  for (std::string_view word : english::stop_words()) stop_words_.insert(word);
}

Result<Lexicon> Lexicon::load(const std::filesystem::path& folder) {
  const auto file = folder / "vocab" / "lookups.bin";
  std::error_code absent;
  if (!std::filesystem::exists(file, absent)) return Lexicon();
  auto bytes = read_file(file);
  if (!bytes) return tl::unexpected(bytes.error());
  auto lexicon = from_msgpack(*bytes);
  if (!lexicon) lexicon.error().file = file.string();
  return lexicon;
}

Result<Lexicon> Lexicon::from_msgpack(std::string_view bytes) {
  auto tables = parse_msgpack_values(bytes);
  if (!tables) return tl::unexpected(tables.error());
  if (!tables->is_object()) return fail(ErrorCode::kCorrupt, "lookups.bin holds no tables");
  Lexicon lexicon;
  const json norms = tables->value("lexeme_norm", json::object());
  for (const auto& [key, norm] : norms.items()) {
    auto id = text_id(key);
    if (!id) return tl::unexpected(id.error());
    if (!norm.is_string()) return fail(ErrorCode::kCorrupt, "a norm is not a text");
    // The pipeline's own norms win over spaCy's.
    lexicon.norms_[*id] = string_hash(norm.get<std::string>());
  }
  return lexicon;
}

std::uint64_t Lexicon::norm_of(std::string_view text, std::string_view lower) const {
  const auto norm = norms_.find(string_hash(text));
  return norm != norms_.end() ? norm->second : string_hash(lower);
}

Lexeme Lexicon::make(std::string_view text) const {
  Lexeme lexeme;
  lexeme.bytes = text.size();
  lexeme.code_points = text::count_code_points(text);
  lexeme.lower = python::lower(text);
  lexeme.norm = norm_of(text, lexeme.lower);
  lexeme.prefix = string_hash(first_character(text));
  lexeme.suffix = string_hash(last_characters(text, kSuffixLength));
  lexeme.shape = string_hash(word_shape(text));
  lexeme.is_stop = stop_words_.contains(lexeme.lower);
  lexeme.is_punct = every_character<python::is_punct>(text);
  lexeme.is_space = every_character<python::is_space>(text);
  return lexeme;
}

}  // namespace assay::nlp
