// Any bytes as JSON lines: every record is well-formed or has an error.

#include "memory_file.h"
#include "record_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const assay::MemoryFile file(data, size);
  using Fields = decltype(assay::RecordSource::fields);
  for (const Fields& fields : {Fields{}, Fields{{"reference", "ref"}}}) {
    assay::read_all({.input = file.path(),
                     .format = assay::InputFormat::kJsonl,
                     .fields = fields,
                     .max_record_bytes = 512});
  }
  return 0;
}
