#pragma once
// Rows of a CSV or TSV file (RFC 4180: quotes, doubled quotes, line breaks inside quotes).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/error.h"
#include "engine/cell_scanner.h"
#include "engine/line_reader.h"

namespace assay::engine {

struct CsvRow {
  std::vector<std::string> cells;
  std::uint64_t line = 0;      // on which it starts
  std::uint64_t bytes = 0;     // that it takes in the file
  std::string raw;             // as it stands in the file, without the last line break
  std::optional<Error> error;  // why the row could not be read
};

// Empty lines are passed over. After a row that cannot be read (text behind a closing quote, too
// many bytes) reading goes on with the next line; spaces around a cell belong to it. A quote that
// does not open a cell is a character like any other.
class CsvParser {
 public:
  CsvParser(LineReader lines, char delimiter, Quoting quoting, std::size_t max_row_bytes)
      : lines_(std::move(lines)), cells_(delimiter, quoting), max_row_bytes_(max_row_bytes) {}

  // nullopt at the end.
  Result<std::optional<CsvRow>> next();

  std::uint64_t bytes_read() const { return lines_.bytes_read(); }
  const ByteSource& source() const { return lines_.source(); }

 private:
  Result<bool> advance();
  void take_line(const Line& line);
  void take_part();
  void feed(std::string_view part);
  void give_up(Error error);
  void give_up_too_long();
  CsvRow take_row();

  LineReader lines_;
  CellScanner cells_;
  std::size_t max_row_bytes_;
  CsvRow row_;
  bool row_complete_ = false;
  std::string pending_;  // the current line, of which pending_at_ bytes are read
  std::size_t pending_at_ = 0;
  std::uint64_t line_number_ = 0;
  std::uint64_t opened_on_ = 0;  // the line that the cell whose quotes are open starts on; 0: none
};

}  // namespace assay::engine
