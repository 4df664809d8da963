#pragma once
// The text of a models manifest, apart from files, so that it can be tested and fuzzed.

#include <string>
#include <string_view>
#include <vector>

#include "assay/models.h"

namespace assay::model {

inline constexpr std::string_view kManifestSchema = "assay.models/1";

// `file` is only named in errors.
Result<std::vector<ModelEntry>> parse_manifest(std::string_view json, const std::string& file);

}  // namespace assay::model
