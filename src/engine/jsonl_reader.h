#pragma once
// Records from JSON lines.

#include <memory>

#include "assay/record_reader.h"
#include "engine/line_reader.h"
#include "engine/record_fields.h"

namespace assay::engine {

// Fails when the input is one JSON list, and when the first records show that it has not the keys
// that are read: the first good one lacks a mapped key, or none of them has the wanted one.
Result<std::unique_ptr<RecordReader>> make_jsonl_reader(LineReader lines, FieldMap fields);

}  // namespace assay::engine
