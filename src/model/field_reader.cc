#include "model/field_reader.h"
#include "base/parse_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace assay::model {
namespace {

using nlohmann::json;

// Larger sizes than any encoder has; what exceeds them is damage, and would overflow products.
constexpr std::uint64_t kLargestSize = 1U << 24;

constexpr char kRepair[] =
    "put the file back as it was published, or correct the field in a text editor";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

tl::unexpected<Error> not_json(std::string file, std::string message) {
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = std::move(message);
  error.hint = "put the file back as it was published; it may be cut short";
  error.file = std::move(file);
  return tl::unexpected(std::move(error));
}

}  // namespace

FieldReader::FieldReader() : root_(std::make_shared<const json>(json::object())) {}

Result<FieldReader> FieldReader::parse(std::string_view text, std::string file) {
  json root = base::parse_json(text);
  if (!root.is_object()) return not_json(std::move(file), "not a JSON object");
  FieldReader reader;
  reader.file_ = std::move(file);
  reader.root_ = std::make_shared<const json>(std::move(root));
  return reader;
}

Result<std::vector<FieldReader>> FieldReader::parse_list(std::string_view text, std::string file) {
  const json root = base::parse_json(text);
  if (!root.is_array()) return not_json(std::move(file), "not a JSON list");
  std::vector<FieldReader> readers;
  for (std::size_t i = 0; i < root.size(); ++i) {
    if (!root[i].is_object()) return not_json(std::move(file), "not a list of JSON objects");
    FieldReader reader;
    reader.file_ = file;
    reader.place_ = "[" + std::to_string(i) + "].";
    reader.root_ = std::make_shared<const json>(root[i]);
    readers.push_back(std::move(reader));
  }
  return readers;
}

const json* FieldReader::find(const std::string& key) const {
  const auto found = root_->find(key);
  return found == root_->end() || found->is_null() ? nullptr : &*found;
}

bool FieldReader::has(const std::string& key) const {
  return find(key) != nullptr;
}

bool FieldReader::is_null(const std::string& key) const {
  const auto found = root_->find(key);
  return found != root_->end() && found->is_null();
}

bool FieldReader::has_items(const std::string& key) const {
  const json* value = find(key);
  return value != nullptr && value->is_structured() && !value->empty();
}

std::size_t FieldReader::size(const std::string& key, std::size_t otherwise) {
  const json* value = find(key);
  if (value == nullptr) return otherwise;
  if (value->is_number_unsigned() && value->get<std::uint64_t>() <= kLargestSize) {
    return value->get<std::size_t>();
  }
  reject(key, "must be a whole number up to " + std::to_string(kLargestSize));
  return otherwise;
}

double FieldReader::number(const std::string& key, double otherwise) {
  const json* value = find(key);
  if (value == nullptr) return otherwise;
  if (value->is_number() && std::isfinite(value->get<double>())) return value->get<double>();
  reject(key, "must be a number");
  return otherwise;
}

bool FieldReader::flag(const std::string& key, bool otherwise) {
  const json* value = find(key);
  if (value == nullptr) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  reject(key, "must be true or false");
  return otherwise;
}

std::string FieldReader::text(const std::string& key, std::string otherwise) {
  const json* value = find(key);
  if (value == nullptr) return otherwise;
  if (value->is_string()) return value->get<std::string>();
  reject(key, "must be a string");
  return otherwise;
}

std::vector<std::string> FieldReader::texts(const std::string& key) {
  const json* value = find(key);
  if (value == nullptr) return {};
  if (value->is_string()) return split(value->get<std::string>(), '|');
  std::vector<std::string> texts;
  if (value->is_array()) {
    for (const json& item : *value) {
      if (item.is_string()) texts.push_back(item.get<std::string>());
    }
    if (texts.size() == value->size()) return texts;
  }
  reject(key, "must be a list of strings");
  return {};
}

std::vector<std::string> FieldReader::numbered_texts(const std::string& key) {
  const json* value = find(key);
  if (value == nullptr) return {};
  if (!value->is_object()) {
    reject(key, "must be an object");
    return {};
  }
  std::vector<std::string> texts(value->size());
  for (std::size_t id = 0; id < texts.size(); ++id) {
    const auto text = value->find(std::to_string(id));
    if (text == value->end() || !text->is_string()) {
      reject(key, "has no label for id " + std::to_string(id));
      return {};
    }
    texts[id] = text->get<std::string>();
  }
  return texts;
}

FieldReader FieldReader::inside(const std::string& key) {
  FieldReader reader;
  reader.file_ = file_;
  reader.place_ = place_ + key + ".";
  const json* value = find(key);
  if (value == nullptr) return reader;
  if (value->is_object()) {
    reader.root_ = std::shared_ptr<const json>(root_, value);
  } else {
    reject(key, "must be an object");
  }
  return reader;
}

std::vector<std::pair<std::string, std::string>> FieldReader::text_map(const std::string& key) {
  const json* value = find(key);
  std::vector<std::pair<std::string, std::string>> texts;
  if (value == nullptr) return texts;
  if (value->is_object()) {
    for (const auto& [name, item] : value->items()) {
      if (item.is_string()) texts.emplace_back(name, item.get<std::string>());
    }
    if (texts.size() == value->size()) return texts;
  }
  reject(key, "must be an object of strings");
  return {};
}

void FieldReader::reject(const std::string& key, std::string message) {
  note(ErrorCode::kCorrupt, key, std::move(message), kRepair);
}

void FieldReader::refuse(const std::string& key, std::string hint) {
  const json* value = find(key);
  std::string shown = value == nullptr ? "its absence" : value->dump(-1, ' ', true);
  constexpr std::size_t kLongest = 80;
  if (shown.size() > kLongest) shown = shown.substr(0, kLongest) + "...";
  note(ErrorCode::kUnsupported, key, shown + " is not supported", std::move(hint));
}

void FieldReader::adopt(const FieldReader& other) {
  if (!problem_) problem_ = other.problem_;
}

void FieldReader::note(ErrorCode code, const std::string& key, std::string message,
                       std::string hint) {
  if (problem_) return;
  problem_.emplace();
  problem_->code = code;
  problem_->message = std::move(message);
  problem_->hint = std::move(hint);
  problem_->file = file_;
  problem_->field = place_ + key;
}

}  // namespace assay::model
