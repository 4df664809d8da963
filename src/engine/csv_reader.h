#pragma once
// Records from CSV and TSV.

#include <memory>

#include "assay/record_reader.h"
#include "engine/csv_parser.h"
#include "engine/record_fields.h"

namespace assay::engine {

// Reads the header row. Fails when a column is missing, stands twice or cannot be read. A file
// without any row is one of zero records.
Result<std::unique_ptr<RecordReader>> make_csv_reader(CsvParser rows, FieldMap fields,
                                                      InputFormat format);

}  // namespace assay::engine
