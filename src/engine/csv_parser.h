#pragma once
// Rows of a CSV or TSV file (RFC 4180: quotes, doubled quotes, line breaks inside quotes).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "engine/line_reader.h"

namespace assay::engine {

struct CsvRow {
  std::vector<std::string> cells;
  std::uint64_t line = 0;   // on which it starts
  std::uint64_t bytes = 0;  // that it takes in the file
  std::string raw;          // as it stands in the file, without the last line break
  std::string problem;      // why the row could not be read; empty when it could
};

// Empty lines are passed over. After a row that cannot be read (a stray quote, too many bytes)
// reading goes on with the next line; spaces around a cell belong to it.
class CsvParser {
 public:
  CsvParser(LineReader lines, char delimiter, std::size_t max_row_bytes);
  ~CsvParser();
  CsvParser(CsvParser&&) noexcept;

  // nullopt at the end.
  Result<std::optional<CsvRow>> next();

  std::uint64_t bytes_read() const;
  const ByteSource& source() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::engine
