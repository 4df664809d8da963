#pragma once
// Records in windows, with what vouches for them.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/record_reader.h"
#include "engine/chain.h"
#include "engine/duplicate_ids.h"
#include "engine/run_log.h"

namespace assay::engine {

// What has been read up to some point.
struct ReadSoFar {
  std::uint64_t records = 0;
  std::uint64_t bad = 0;
  std::uint64_t duplicate_ids = 0;
  std::uint64_t bytes = 0;
  std::vector<Error> first_errors;  // at most 10
};

struct Window {
  std::vector<RecordItem> items;  // empty at the end of the input
  std::string input_chain;        // of these records and all before them
  ReadSoFar read;                 // these records and all before them
};

class WindowReader {
 public:
  // A window holds `records` records, or fewer once they take kMaxBytes together: which is decided
  // by the input alone, and bounds memory.
  static constexpr std::size_t kMaxBytes = std::size_t{32} << 20;

  WindowReader(std::unique_ptr<RecordReader> reader, std::size_t records)
      : reader_(std::move(reader)), window_records_(records) {}

  Result<Window> next();

  // Passes over the records of an earlier run; kConflict when they are not what they were.
  Result<ReadSoFar> skip(std::span<const WindowMark> windows);

  std::optional<std::uint64_t> bytes_total() const { return reader_->bytes_total(); }

 private:
  Result<std::optional<RecordItem>> take();

  std::unique_ptr<RecordReader> reader_;
  std::size_t window_records_;
  HashChain chain_;
  DuplicateIds ids_;
  ReadSoFar read_;
};

}  // namespace assay::engine
