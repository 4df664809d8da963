#include "engine/record_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay::engine {

FieldMap::FieldMap() {
  for (std::size_t i = 0; i < sources_.size(); ++i) sources_[i] = kFieldNames[i];
}

Result<FieldMap> FieldMap::make(const std::vector<std::pair<std::string, std::string>>& mapping) {
  FieldMap map;
  for (const auto& [name, source] : mapping) {
    const auto known = std::find(kFieldNames.begin(), kFieldNames.end(), name);
    if (known == kFieldNames.end()) {
      return fail(ErrorCode::kInvalidOption, fmt::format("a record has no field `{}`", name),
                  fmt::format("the fields are {}", fmt::join(kFieldNames, ", ")));
    }
    if (source.empty()) {
      return fail(ErrorCode::kInvalidOption,
                  fmt::format("field `{}` is mapped to an empty name", name));
    }
    const auto at = static_cast<std::size_t>(known - kFieldNames.begin());
    if (map.mapped_[at]) {
      return fail(ErrorCode::kInvalidOption, fmt::format("field `{}` is mapped twice", name));
    }
    map.sources_[at] = source;
    map.mapped_[at] = true;
  }
  return map;
}

std::vector<Field> FieldMap::fields_of(std::string_view name) const {
  std::vector<Field> fields;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i] == name) fields.push_back(static_cast<Field>(i));
  }
  return fields;
}

}  // namespace assay::engine
