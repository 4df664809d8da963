#include "engine/record_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/errors.h"
#include "engine/json_slices.h"
#include "engine/json_writer.h"
#include "metrics/record_check.h"

namespace assay::engine {
namespace {

using nlohmann::json;

Error wrong_type(std::string_view expected, std::string_view json_text) {
  return invalid_input(fmt::format("must be {}, found {}", expected, describe_json(json_text)));
}

// An item of a list: "knowledge[1]".
struct Place {
  Field field;
  std::size_t index;
};

Error wrong_item(Place place, std::string_view problem, std::string hint = {}) {
  return invalid_input(fmt::format("{}[{}] {}", field_name(place.field), place.index, problem),
                       std::move(hint));
}

bool is_integer(std::string_view json_text) {
  if (json_text.starts_with('-')) json_text.remove_prefix(1);
  return !json_text.empty() && std::all_of(json_text.begin(), json_text.end(),
                                           [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<Error> set_id(Record& record, std::string_view json_text) {
  if (is_integer(json_text)) {
    record.id = json_text;
  } else if (auto text = decode_json_string(json_text)) {
    record.id = std::move(*text);
  } else {
    return wrong_type("a string or an integer", json_text);
  }
  return std::nullopt;
}

bool has_member(const json& item, const char* name) {
  const auto member = item.find(name);
  return member != item.end() && !member->is_null();
}

// A member of a passage or turn that holds a string, when it is there.
std::optional<Error> read_member(const json& item, const char* name, Place place,
                                 std::string& out) {
  if (!has_member(item, name)) return std::nullopt;
  const auto member = item.find(name);
  if (!member->is_string()) {
    return wrong_item(place, fmt::format("has a `{}` that is not a string", name));
  }
  out = member->get_ref<const std::string&>();
  return std::nullopt;
}

// `content`, as chat APIs call it, stands in for `text`.
std::optional<Error> read_text(const json& item, Place place, std::string& text) {
  for (const char* name : {"text", "content"}) {
    if (has_member(item, name)) return read_member(item, name, place, text);
  }
  return wrong_item(place, "has no `text`",
                    "an object of the list holds its text under `text` or `content`");
}

std::optional<Error> read_item(const json& item, Place place, Passage& passage) {
  if (const auto id = item.find("id"); id != item.end() && id->is_number_integer()) {
    passage.id = id->dump();
  } else if (auto error = read_member(item, "id", place, passage.id)) {
    return error;
  }
  return read_member(item, "title", place, passage.title);
}

std::optional<Error> read_item(const json& item, Place place, Turn& turn) {
  return read_member(item, has_member(item, "speaker") ? "speaker" : "role", place, turn.speaker);
}

template <typename Item>
std::optional<Error> read_list(std::string_view json_text, Field field, std::vector<Item>& out) {
  if (const auto twice = find_duplicate_key(json_text)) {
    return wrong_item({field, twice->item},
                      fmt::format("has an object in which the key `{}` stands twice", twice->key));
  }
  const json list = json::parse(json_text.begin(), json_text.end(), nullptr, false);
  std::vector<Item> items(list.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const json& item = list[i];
    if (item.is_string()) {
      items[i].text = item.get_ref<const std::string&>();
      continue;
    }
    const Place place{field, i};
    if (!item.is_object()) {
      return wrong_item(place, fmt::format("must be a string or an object, found {}",
                                           describe_json(item.is_array() ? "[" : item.dump())));
    }
    if (auto error = read_text(item, place, items[i].text)) return error;
    if (auto error = read_item(item, place, items[i])) return error;
  }
  out = std::move(items);
  return std::nullopt;
}

std::optional<Error> read_references(std::string_view json_text, std::vector<std::string>& out) {
  const json list = json::parse(json_text.begin(), json_text.end(), nullptr, false);
  if (list.empty()) {
    return invalid_input("must be a string or a list of strings, found an empty list",
                         "leave it out, or write null, where there is no reference");
  }
  std::vector<std::string> references;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const json& item = list[i];
    const Place place{Field::kReference, i};
    if (!item.is_string()) {
      const std::string text = item.is_object() ? "{" : item.is_array() ? "[" : item.dump();
      return wrong_item(place, fmt::format("must be a string, found {}", describe_json(text)));
    }
    references.push_back(item.get<std::string>());
    if (is_blank(references.back())) {
      return wrong_item(place, "holds no text",
                        "a list of references holds texts to compare with: leave it out");
    }
  }
  out = std::move(references);
  return std::nullopt;
}

std::optional<Error> set_references(std::string_view json_text, std::vector<std::string>& out) {
  if (json_text.starts_with('[')) return read_references(json_text, out);
  auto text = decode_json_string(json_text);
  if (!text) return wrong_type("a string or a list of strings", json_text);
  out.assign(1, std::move(*text));
  return std::nullopt;
}

template <typename Item>
void set_single(std::string text, std::vector<Item>& out) {
  out.clear();
  if (text.empty()) return;
  out.emplace_back();
  out.back().text = std::move(text);
}

template <typename Item>
std::optional<Error> set_texts(std::string_view json_text, Field field, std::string_view expected,
                               std::vector<Item>& out) {
  if (json_text.starts_with('[')) return read_list(json_text, field, out);
  auto text = decode_json_string(json_text);
  if (!text) return wrong_type(expected, json_text);
  set_single(std::move(*text), out);
  return std::nullopt;
}

// Whether a cell is a list as set_from_json reads it, rather than a text that begins with "[".
template <typename IsItem>
bool is_json_list(std::string_view cell, IsItem is_item) {
  if (!cell.starts_with('[') || find_json_flaw(cell)) return false;
  const json list = json::parse(cell.begin(), cell.end(), nullptr, false);
  return std::all_of(list.begin(), list.end(), is_item);
}

template <typename Item>
std::optional<Error> set_cell_texts(std::string_view cell, Field field, std::vector<Item>& out) {
  const auto is_item = [](const json& item) { return item.is_string() || item.is_object(); };
  if (is_json_list(cell, is_item)) return read_list(cell, field, out);
  set_single(std::string(cell), out);
  return std::nullopt;
}

std::optional<Error> set_cell_references(std::string_view cell, std::vector<std::string>& out) {
  if (is_json_list(cell, [](const json& item) { return item.is_string(); }))
    return read_references(cell, out);
  out.assign(1, std::string(cell));
  return std::nullopt;
}

}  // namespace

std::optional<Error> set_from_json(Record& record, Field field, std::string_view json_text) {
  if (json_text == "null") return std::nullopt;
  switch (field) {
    case Field::kId:
      return set_id(record, json_text);
    case Field::kKnowledge:
      return set_texts(json_text, field, "a string, a list of strings or a list of {id,title,text}",
                       record.knowledge);
    case Field::kHistory:
      return set_texts(json_text, field, "a string, a list of strings or a list of {speaker,text}",
                       record.history);
    case Field::kLabel:
      record.label_json = compact_json(json_text);
      return std::nullopt;
    case Field::kReference:
      return set_references(json_text, record.references);
    case Field::kResponse:
      break;
  }
  auto text = decode_json_string(json_text);
  if (!text) return wrong_type("a string", json_text);
  record.response = std::move(*text);
  return std::nullopt;
}

std::optional<Error> set_from_cell(Record& record, Field field, std::string_view cell) {
  if (field == Field::kResponse) record.response = cell;
  if (cell.empty()) return std::nullopt;
  switch (field) {
    case Field::kId:
      record.id = cell;
      break;
    case Field::kKnowledge:
      return set_cell_texts(cell, field, record.knowledge);
    case Field::kHistory:
      return set_cell_texts(cell, field, record.history);
    case Field::kReference:
      return set_cell_references(cell, record.references);
    case Field::kLabel:
      append_json_string(record.label_json, cell);
      break;
    case Field::kResponse:
      break;
  }
  return std::nullopt;
}

}  // namespace assay::engine
