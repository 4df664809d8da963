#include "rows/row_fields.h"

#include <cmath>

#include "base/parse_json.h"
#include "text/utf8.h"

namespace assay::rows {

RowFields::RowFields(const JsonlLine& line, const std::string& file)
    : file_(file), line_(line.number) {
  if (const auto valid = text::check_utf8(line.text); !valid) {
    blame("", valid.error().message);
    return;
  }
  row_ = base::parse_json(line.text);
  if (!row_.is_object()) blame("", "not a JSON object", "every line is one object, {...}");
}

void RowFields::blame(const char* name, std::string message, std::string hint) {
  if (error_) return;
  Error error;
  error.code = ErrorCode::kInvalidInput;
  error.message = std::move(message);
  error.hint = std::move(hint);
  error.file = file_;
  error.line = line_;
  error.field = name;
  error_ = std::move(error);
}

const nlohmann::json* RowFields::value(const char* name) const {
  if (!row_.is_object()) return nullptr;
  const auto found = row_.find(name);
  return found == row_.end() || found->is_null() ? nullptr : &*found;
}

bool RowFields::has(const char* name) const {
  return value(name) != nullptr;
}

std::string RowFields::text(const char* name) {
  const nlohmann::json* value = this->value(name);
  if (value == nullptr) {
    blame(name, "is missing");
    return {};
  }
  std::string text = text_or(name, "");
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) blame(name, "is empty");
  return text;
}

std::string RowFields::text_or(const char* name, const std::string& otherwise) {
  const nlohmann::json* value = this->value(name);
  if (value == nullptr) return otherwise;
  if (value->is_string()) return value->get<std::string>();
  blame(name, "is not a string");
  return otherwise;
}

std::int64_t RowFields::integer(const char* name) {
  const nlohmann::json* value = this->value(name);
  if (value == nullptr) {
    blame(name, "is missing");
  } else if (!value->is_number_integer()) {
    blame(name, "is not a whole number");
  } else {
    return value->get<std::int64_t>();
  }
  return 0;
}

double RowFields::number_or(const char* name, double otherwise) {
  const nlohmann::json* value = this->value(name);
  if (value == nullptr) return otherwise;
  if (value->is_number()) return value->get<double>();
  blame(name, "is not a number");
  return otherwise;
}

std::vector<double> RowFields::numbers(const char* name) {
  std::vector<double> numbers;
  const nlohmann::json* value = this->value(name);
  if (value == nullptr || !value->is_array()) {
    blame(name, "is not a list of numbers");
    return numbers;
  }
  for (const nlohmann::json& one : *value) {
    if (!one.is_number()) {
      blame(name, "is not a list of numbers");
      return {};
    }
    numbers.push_back(one.get<double>());
  }
  return numbers;
}

}  // namespace assay::rows
