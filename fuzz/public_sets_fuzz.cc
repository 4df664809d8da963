// Any bytes as the file of a public set: records, or an error.

#include <algorithm>
#include <cstdlib>

#include "assay/public_sets.h"
#include "memory_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const assay::MemoryFile file(data, size);
  for (const auto& set : assay::evaluate::list_public_sets()) {
    const auto prepared = assay::evaluate::prepare_set(set.name, {.file = file.path()});
    if (!prepared) continue;
    const auto lines = std::count(prepared->jsonl.begin(), prepared->jsonl.end(), '\n');
    if (lines != static_cast<std::ptrdiff_t>(prepared->n_records)) std::abort();
  }
  return 0;
}
