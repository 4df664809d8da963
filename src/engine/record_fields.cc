#include "engine/record_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay::engine {

namespace {

Result<Field> field_named(std::string_view name) {
  const auto known = std::find(kFieldNames.begin(), kFieldNames.end(), name);
  if (known != kFieldNames.end()) return static_cast<Field>(known - kFieldNames.begin());
  return fail(ErrorCode::kInvalidOption, fmt::format("a record has no field `{}`", name),
              fmt::format("the fields are {}", fmt::join(kFieldNames, ", ")));
}

}  // namespace

FieldMap::FieldMap() {
  for (std::size_t i = 0; i < sources_.size(); ++i) sources_[i] = kFieldNames[i];
}

Result<FieldMap> FieldMap::make(const std::vector<std::pair<std::string, std::string>>& mapping,
                                std::string_view wanted) {
  FieldMap map;
  const auto wanted_field = field_named(wanted);
  if (!wanted_field) return tl::unexpected(wanted_field.error());
  map.wanted_ = *wanted_field;
  for (const auto& [name, source] : mapping) {
    const auto field = field_named(name);
    if (!field) return tl::unexpected(field.error());
    if (source.empty()) {
      return fail(ErrorCode::kInvalidOption,
                  fmt::format("field `{}` is mapped to an empty name", name));
    }
    if (map.is_mapped(*field)) {
      return fail(ErrorCode::kInvalidOption, fmt::format("field `{}` is mapped twice", name));
    }
    map.sources_[index(*field)] = source;
    map.mapped_[index(*field)] = true;
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
