// Any bytes as CSV and as TSV, with quotes and without: every record is well-formed or has an
// error.

#include "memory_file.h"
#include "record_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const assay::MemoryFile file(data, size);
  for (const auto format : {assay::InputFormat::kCsv, assay::InputFormat::kTsv}) {
    for (const auto quoting : {assay::Quoting::kCsv, assay::Quoting::kNone}) {
      assay::read_all({.input = file.path(),
                       .format = format,
                       .quoting = quoting,
                       .fields = {},
                       .max_record_bytes = 512});
    }
  }
  return 0;
}
