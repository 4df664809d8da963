#pragma once
// Values of fields, as JSON or as the text of a CSV cell, put into a record.
// The errors name neither file nor line nor field: the readers know those.

#include <optional>
#include <string_view>

#include "assay/error.h"
#include "assay/record.h"
#include "engine/record_fields.h"

namespace assay::engine {

// `json` is one valid JSON value. null leaves the field absent.
std::optional<Error> set_from_json(Record& record, Field field, std::string_view json);

// `cell` is valid UTF-8. An empty cell leaves the field absent, but is an empty response.
std::optional<Error> set_from_cell(Record& record, Field field, std::string_view cell);

}  // namespace assay::engine
