#include "text/json_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "text/utf8.h"

namespace assay::text {

using nlohmann::json;

namespace {

const json& empty_object() {
  static const json kEmpty = json::object();
  return kEmpty;
}

}  // namespace

void JsonErrors::add(ErrorCode code, std::string_view path, std::string message) {
  if (first_) return;
  first_ = Error{code, std::move(message), "", "", {}, std::string(path)};
}

JsonFields::JsonFields(const json& value, std::string path, JsonErrors& errors)
    : object_(value.is_object() ? value : empty_object()), path_(std::move(path)), errors_(errors) {
  if (!value.is_object()) errors_.add(ErrorCode::kCorrupt, path_, "must be an object");
}

std::string JsonFields::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

const json* JsonFields::optional_value(const char* key) {
  known_.emplace_back(key);
  const auto found = object_.find(key);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

const json* JsonFields::value(const char* key) {
  const json* found = optional_value(key);
  if (found == nullptr) errors_.add(ErrorCode::kCorrupt, path_of(key), "is missing");
  return found;
}

bool JsonFields::boolean(const char* key) {
  const json* found = value(key);
  if (found == nullptr) return false;
  if (!found->is_boolean()) {
    errors_.add(ErrorCode::kCorrupt, path_of(key), "must be true or false");
    return false;
  }
  return found->get<bool>();
}

std::string JsonFields::string(const char* key) {
  const json* found = value(key);
  if (found == nullptr) return {};
  if (!found->is_string()) {
    errors_.add(ErrorCode::kCorrupt, path_of(key), "must be a string");
    return {};
  }
  return found->get<std::string>();
}

std::uint32_t JsonFields::number(const char* key) {
  const json* found = value(key);
  if (found == nullptr) return 0;
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > kMost) {
    errors_.add(ErrorCode::kCorrupt, path_of(key),
                fmt::format("must be a whole number from 0 to {}", kMost));
    return 0;
  }
  return found->get<std::uint32_t>();
}

std::optional<bool> JsonFields::optional_boolean(const char* key) {
  if (optional_value(key) == nullptr) return std::nullopt;
  return boolean(key);
}

std::optional<std::string> JsonFields::optional_string(const char* key) {
  if (optional_value(key) == nullptr) return std::nullopt;
  return string(key);
}

std::optional<std::uint32_t> JsonFields::optional_number(const char* key) {
  if (optional_value(key) == nullptr) return std::nullopt;
  return number(key);
}

char32_t JsonFields::code_point(const char* key) {
  const std::string text = string(key);
  if (errors_.failed()) return 0;
  std::size_t offset = 0;
  const char32_t result = text.empty() ? 0 : next_code_point(text, offset);
  if (text.empty() || offset != text.size()) {
    errors_.add(ErrorCode::kCorrupt, path_of(key), "must be one character");
  }
  return result;
}

void JsonFields::finish() {
  for (const auto& item : object_.items()) {
    if (std::find(known_.begin(), known_.end(), item.key()) == known_.end()) {
      errors_.add(ErrorCode::kUnsupported, path_of(item.key()), "this field is not supported");
    }
  }
}

}  // namespace assay::text
