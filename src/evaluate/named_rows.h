#pragma once
// Rows of CSV, TSV or JSON lines, of which some columns are read by name.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/record_reader.h"
#include "engine/line_reader.h"
#include "evaluate/json_rows.h"

namespace assay::evaluate {

struct NamedRow {
  std::uint64_t line = 0;
  std::vector<std::optional<std::string>> cells;  // one a wanted name; an empty CSV cell is ""
};

class NamedRows {
 public:
  virtual ~NamedRows() = default;
  // nullopt at the end. A row that cannot be read is an error, which names file and line.
  virtual Result<std::optional<NamedRow>> next() = 0;
  virtual const std::string& file() const = 0;
  // Whether the column wanted[i] has been there so far: in the header, or in a line.
  virtual bool has(std::size_t i) const = 0;
  // The columns of the header or of the first line, for messages.
  virtual const std::vector<std::string>& names() const = 0;
};

// `format` is kCsv or kTsv. Reads the header.
Result<std::unique_ptr<NamedRows>> make_csv_rows(engine::LineReader lines, InputFormat format,
                                                 Quoting quoting, std::size_t max_row_bytes,
                                                 std::vector<std::string> wanted);

// `first` is a line that was read ahead of `rows`, if there was one.
std::unique_ptr<NamedRows> make_json_columns(std::optional<JsonRow> first, JsonRows rows,
                                             std::vector<std::string> wanted);

// "the columns are a, b": for hints, of many the first ones; written as --score takes them.
std::string shown_columns(const NamedRows& rows);

// kInvalidInput: `file` has no column `name`, and which it has.
Error missing_column(const NamedRows& rows, const std::string& name);

}  // namespace assay::evaluate
