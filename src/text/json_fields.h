#pragma once
// Strict reading of the fields of a JSON object.
//
//   JsonFields fields(value, "normalizer", errors);
//   const bool left = fields.boolean("strip_left");
//   fields.finish();                      // a field that nobody asked for is an error
//   if (errors.failed()) ...              // the first thing that was wrong
//
// What is missing or of a wrong type is kCorrupt, a field that nobody asked for kUnsupported.
// Readers return a harmless default after an error, so that a parser can read all fields and look
// once at the end. Thread-safety: none needed, all is local to a parse.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/error.h"

namespace assay::text {

// Keeps the first error.
class JsonErrors {
 public:
  void add(ErrorCode code, std::string_view path, std::string message);
  bool failed() const { return first_.has_value(); }
  const Error& first() const { return *first_; }

 private:
  std::optional<Error> first_;
};

class JsonFields {
 public:
  JsonFields(const nlohmann::json& value, std::string path, JsonErrors& errors);

  bool boolean(const char* key);
  std::string string(const char* key);
  std::uint32_t number(const char* key);
  std::optional<bool> optional_boolean(const char* key);  // absent or null: nothing
  std::optional<std::string> optional_string(const char* key);
  std::optional<std::uint32_t> optional_number(const char* key);
  char32_t code_point(const char* key);  // a string of one code point

  // The value of a field; nullptr, and an error, when there is none.
  const nlohmann::json* value(const char* key);
  // The value of a field that may be absent or null; nullptr then.
  const nlohmann::json* optional_value(const char* key);
  void ignore(const char* key) { known_.emplace_back(key); }

  std::string path_of(std::string_view key) const;
  void finish();

 private:
  const nlohmann::json& object_;
  std::string path_;
  JsonErrors& errors_;
  std::vector<std::string_view> known_;
};

}  // namespace assay::text
