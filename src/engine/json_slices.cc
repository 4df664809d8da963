#include "engine/json_slices.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "text/utf8.h"

namespace assay::engine {
namespace {

// Accepts every value and remembers where parsing stopped.
class FlawFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    flaw = position == 0 ? 0 : position - 1;
    return false;
  }

  std::size_t flaw = 0;
};

// Remembers the keys of the open objects, and stops at the first that comes again.
class DuplicateKeyFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool start_object(std::size_t) override { return open(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }
  bool key(string_t& key) override {
    if (open_.back().insert(key).second) return true;
    duplicate = DuplicateKey{items_ - 1, key};
    return false;
  }

  std::optional<DuplicateKey> duplicate;

 private:
  bool value() {
    if (open_.size() == 1) ++items_;
    return true;
  }
  bool open() {
    value();
    open_.emplace_back();
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::vector<std::unordered_set<std::string>> open_;  // of lists too, without keys
  std::size_t items_ = 0;
};

bool is_white(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::size_t skip_white(std::string_view text, std::size_t at) {
  while (at < text.size() && is_white(text[at])) ++at;
  return at;
}

// One past the closing quote of the string that starts at `at`.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return text.size();
}

// One past the value that starts at `at`.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = end_of_string(text, at);
      if (depth == 0) return at;
      continue;
    }
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') {
      if (depth == 0) return at;
      if (--depth == 0) return at + 1;
    }
    if (depth == 0 && (c == ',' || is_white(c))) return at;
    ++at;
  }
  return at;
}

// The number behind "\u" at `at`; nullopt when it is not four hexadecimal digits.
std::optional<char32_t> read_code_unit(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) != "\\u" || text.size() < at + 6) return std::nullopt;
  std::uint32_t unit = 0;
  const char* first = text.data() + at + 2;
  const auto read = std::from_chars(first, first + 4, unit, 16);
  if (read.ec != std::errc() || read.ptr != first + 4) return std::nullopt;
  return static_cast<char32_t>(unit);
}

// Appends what the escape at `at` stands for and moves `at` behind it.
bool append_escape(std::string_view text, std::size_t& at, std::string& out) {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  if (at + 1 >= text.size()) return false;
  const std::size_t letter = kLetters.find(text[at + 1]);
  if (letter != std::string_view::npos) {
    out += kMeanings[letter];
    at += 2;
    return true;
  }
  const auto unit = read_code_unit(text, at);
  if (!unit) return false;
  at += 6;
  char32_t code_point = *unit;
  if (code_point >= 0xD800 && code_point < 0xDC00) {
    const auto low = read_code_unit(text, at);
    if (!low || *low < 0xDC00 || *low > 0xDFFF) return false;
    at += 6;
    code_point = 0x10000 + ((code_point - 0xD800) << 10U) + (*low - 0xDC00);
  } else if (code_point >= 0xDC00 && code_point <= 0xDFFF) {
    return false;
  }
  text::append_utf8(out, code_point);
  return true;
}

}  // namespace

std::optional<std::size_t> find_json_flaw(std::string_view text) {
  FlawFinder finder;
  if (nlohmann::json::sax_parse(text.begin(), text.end(), &finder)) {
    // The parser takes a NUL for the end of the text.
    const std::size_t nul = text.find('\0');
    return nul == std::string_view::npos ? std::nullopt : std::optional(nul);
  }
  return finder.flaw < text.size() ? finder.flaw : text.size();
}

std::vector<JsonMember> slice_object(std::string_view object) {
  std::vector<JsonMember> members;
  std::size_t at = skip_white(object, 0);
  if (at >= object.size() || object[at] != '{') return members;
  at = skip_white(object, at + 1);
  while (at < object.size() && object[at] == '"') {
    JsonMember member;
    const std::size_t key_end = end_of_string(object, at);
    member.key = object.substr(at, key_end - at);
    at = skip_white(object, key_end);
    if (at >= object.size() || object[at] != ':') break;
    at = skip_white(object, at + 1);
    const std::size_t value_end = end_of_value(object, at);
    member.value = object.substr(at, value_end - at);
    members.push_back(member);
    at = skip_white(object, value_end);
    if (at >= object.size() || object[at] != ',') break;
    at = skip_white(object, at + 1);
  }
  return members;
}

std::optional<DuplicateKey> find_duplicate_key(std::string_view list) {
  if (list.find('{') == std::string_view::npos) return std::nullopt;
  DuplicateKeyFinder finder;
  nlohmann::json::sax_parse(list.begin(), list.end(), &finder);
  return finder.duplicate;
}

std::string compact_json(std::string_view value) {
  std::string compact;
  compact.reserve(value.size());
  std::size_t at = 0;
  while (at < value.size()) {
    const std::size_t end = value[at] == '"' ? end_of_string(value, at) : at + 1;
    if (!is_white(value[at])) compact.append(value.substr(at, end - at));
    at = end;
  }
  return compact;
}

std::optional<std::string> decode_json_string(std::string_view quoted) {
  if (quoted.size() < 2 || quoted.front() != '"') return std::nullopt;
  const std::string_view inside = quoted.substr(1, quoted.size() - 2);
  std::string text;
  text.reserve(inside.size());
  for (std::size_t at = 0; at < inside.size();) {
    const std::size_t escape = std::min(inside.find('\\', at), inside.size());
    text.append(inside.substr(at, escape - at));
    at = escape;
    if (at < inside.size() && !append_escape(inside, at, text)) return std::nullopt;
  }
  return text;
}

std::string_view describe_json(std::string_view value) {
  if (value.empty()) return "nothing";
  switch (value.front()) {
    case '{':
      return "an object";
    case '[':
      return "a list";
    case '"':
      return "a string";
    case 't':
    case 'f':
      return "a boolean";
    case 'n':
      return "null";
    default:
      return "a number";
  }
}

}  // namespace assay::engine
