#pragma once
// What an input holds, and a sample spread evenly over it.

#include <cstdint>
#include <vector>

#include "assay/error.h"
#include "assay/record_reader.h"

namespace assay::engine {

// How much text a record gives a metric to read.
std::uint64_t text_bytes(const Record& record);

struct InputCensus {
  std::uint64_t records = 0;
  std::uint64_t bad = 0;
  std::uint64_t without_knowledge = 0;
  std::uint64_t without_reference = 0;
  std::uint64_t text_bytes = 0;     // of the good records
  std::vector<Error> first_errors;  // at most 10
};

Result<InputCensus> take_census(const RecordSource& source);

// At most `size` of the `good` good records of the input, at equal distances.
Result<std::vector<Record>> take_sample(const RecordSource& source, std::uint64_t good,
                                        std::size_t size);

}  // namespace assay::engine
