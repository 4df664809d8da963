// Any bytes as JSON lines: every record is well-formed or has an error.

#include "memory_file.h"
#include "record_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const assay::MemoryFile file(data, size);
  assay::read_all({.input = file.path(),
                   .format = assay::InputFormat::kJsonl,
                   .fields = {{"reference", "ref"}},
                   .max_record_bytes = 512});
  return 0;
}
