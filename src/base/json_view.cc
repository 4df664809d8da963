#include "base/json_view.h"

#include <fmt/format.h>

#include <cstdint>

namespace assay::base {
namespace {

const Json kNothing;

bool is_text(const Json& json) {
  return json.is_string();
}
bool is_count(const Json& json) {
  return json.is_number_unsigned();
}
bool is_number(const Json& json) {
  return json.is_number();
}
bool is_boolean(const Json& json) {
  return json.is_boolean();
}
bool is_object(const Json& json) {
  return json.is_object();
}
bool is_list(const Json& json) {
  return json.is_array();
}
bool is_integer(const Json& json) {
  return json.is_number_integer() &&
         (!json.is_number_unsigned() || json.get<std::uint64_t>() <= INT64_MAX);
}

}  // namespace

bool JsonView::has(std::string_view name) const {
  return value_->is_object() && value_->find(std::string(name)) != value_->end();
}

const Json& JsonView::member(std::string_view name) const {
  if (has(name)) return *value_->find(std::string(name));
  blame(fmt::format("`{}` is missing", name));
  return kNothing;
}

const Json& JsonView::expect(std::string_view name, bool (*fits)(const Json&),
                             std::string_view type) const {
  const Json& found = member(name);
  if (fits(found)) return found;
  blame(fmt::format("`{}` must be {}", name, type));
  return kNothing;
}

std::string JsonView::text(std::string_view name) const {
  const Json& found = expect(name, is_text, "a string");
  return found.is_string() ? found.get<std::string>() : std::string();
}

std::optional<std::string> JsonView::text_or_null(std::string_view name) const {
  if (member(name).is_null()) return std::nullopt;
  return text(name);
}

std::uint64_t JsonView::count(std::string_view name) const {
  const Json& found = expect(name, is_count, "a count");
  return found.is_null() ? 0 : found.get<std::uint64_t>();
}

std::int64_t JsonView::integer(std::string_view name) const {
  const Json& found = expect(name, is_integer, "an integer of 64 bits");
  return found.is_null() ? 0 : found.get<std::int64_t>();
}

double JsonView::number(std::string_view name) const {
  const Json& found = expect(name, is_number, "a number");
  return found.is_null() ? 0 : found.get<double>();
}

std::optional<double> JsonView::number_or_null(std::string_view name) const {
  if (member(name).is_null()) return std::nullopt;
  return number(name);
}

bool JsonView::boolean(std::string_view name) const {
  const Json& found = expect(name, is_boolean, "true or false");
  return found.is_boolean() && found.get<bool>();
}

JsonView JsonView::object(std::string_view name) const {
  return {expect(name, is_object, "an object"), *problem_};
}

std::optional<JsonView> JsonView::object_or_null(std::string_view name) const {
  if (member(name).is_null()) return std::nullopt;
  return object(name);
}

std::vector<JsonView> JsonView::list(std::string_view name) const {
  std::vector<JsonView> items;
  const Json& found = expect(name, is_list, "a list");
  if (!found.is_array()) return items;
  for (const Json& item : found) items.emplace_back(item, *problem_);
  return items;
}

std::vector<std::string> JsonView::names() const {
  std::vector<std::string> names;
  if (!value_->is_object()) return names;
  for (const auto& item : value_->items()) names.push_back(item.key());
  return names;
}

}  // namespace assay::base
