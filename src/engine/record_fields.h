#pragma once
// The fields of a record, and the columns or JSON keys they are read from.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/error.h"

namespace assay::engine {

enum class Field { kId, kResponse, kKnowledge, kHistory, kReference, kLabel };

inline constexpr std::array<std::string_view, 6> kFieldNames = {"id",      "response",  "knowledge",
                                                                "history", "reference", "label"};

inline std::string_view field_name(Field field) {
  return kFieldNames[static_cast<std::size_t>(field)];
}

class FieldMap {
 public:
  // Fails when a field is unknown or mapped twice, or when a name is empty. `wanted` is the field
  // that the records are read for.
  static Result<FieldMap> make(const std::vector<std::pair<std::string, std::string>>& mapping,
                               std::string_view wanted = "response");

  // The fields that are read from the column or key `name`; several fields may share one.
  std::vector<Field> fields_of(std::string_view name) const;
  const std::string& source(Field field) const { return sources_[index(field)]; }
  bool is_mapped(Field field) const { return mapped_[index(field)]; }
  bool is_wanted(Field field) const { return field == wanted_; }
  // Whether the input must have the column or key.
  bool is_expected(Field field) const { return is_wanted(field) || is_mapped(field); }
  // Whether every record must have it: mapped fields, and the response where it is wanted.
  bool is_required(Field field) const {
    return is_mapped(field) || (is_wanted(field) && field == Field::kResponse);
  }

 private:
  FieldMap();
  static std::size_t index(Field field) { return static_cast<std::size_t>(field); }

  Field wanted_ = Field::kResponse;
  std::array<std::string, kFieldNames.size()> sources_;
  std::array<bool, kFieldNames.size()> mapped_{};
};

}  // namespace assay::engine
