#pragma once
// Records from JSON lines.

#include <memory>

#include "assay/record_reader.h"
#include "engine/line_reader.h"
#include "engine/record_fields.h"

namespace assay::engine {

std::unique_ptr<RecordReader> make_jsonl_reader(LineReader lines, FieldMap fields);

}  // namespace assay::engine
