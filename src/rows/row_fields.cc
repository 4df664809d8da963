#include "rows/row_fields.h"

#include <cmath>
#include <set>

#include "base/parse_json.h"
#include "text/utf8.h"

namespace assay::rows {
namespace {

// Of two values of a key, parsers take the one or the other; nobody can mean both.
class RepeatedKey {
 public:
  bool see(nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    if (event == Event::object_start) open_.emplace_back();
    if (event == Event::object_end) open_.pop_back();
    if (event == Event::key && !open_.back().insert(parsed.get<std::string>()).second && !key_) {
      key_ = parsed.get<std::string>();
    }
    return true;
  }
  const std::optional<std::string>& get() const { return key_; }

 private:
  std::vector<std::set<std::string>> open_;  // the keys of each object
  std::optional<std::string> key_;
};

nlohmann::json parse(const std::string& text, RepeatedKey& repeated) {
  if (base::has_nul(text)) return nlohmann::json::value_t::discarded;
  return nlohmann::json::parse(
      text,
      [&](int, nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
        return repeated.see(event, parsed);
      },
      /*allow_exceptions=*/false);
}

}  // namespace

RowFields::RowFields(const JsonlLine& line, const std::string& file)
    : file_(file), line_(line.number) {
  if (const auto valid = text::check_utf8(line.text); !valid) {
    blame("", valid.error().message);
    return;
  }
  RepeatedKey repeated;
  row_ = parse(line.text, repeated);
  if (!row_.is_object()) blame("", "not a JSON object", "every line is one object, {...}");
  if (repeated.get()) blame(repeated.get()->c_str(), "stands twice in its object");
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

float RowFields::weight() {
  constexpr double kLargest = 1e30;  // sums of them must stay finite
  const double weight = number_or("weight", 1);
  if (weight >= 0 && weight <= kLargest) return static_cast<float>(weight);
  blame("weight", "must be from 0 to 1e30");
  return 0;
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
