#pragma once
// Cells of one row of CSV or TSV, whatever lines it takes.
//
//   CellScanner cells(',', Quoting::kCsv);
//   while (cells.take(line_with_its_break) == CellScanner::Row::kGoesOn) ...
//   row = cells.finish();

#include <string>
#include <string_view>
#include <vector>

#include "assay/record_reader.h"

namespace assay::engine {

class CellScanner {
 public:
  enum class Row {
    kComplete,
    kGoesOn,  // a quoted cell holds the line break
    kBad,     // text stands behind the closing quote of a cell
  };

  CellScanner(char delimiter, Quoting quoting) : delimiter_(delimiter), quoting_(quoting) {}

  // `line` is one line of the file with its line break (LF, CR LF or CR), if it has one.
  Row take(std::string_view line);

  // After kGoesOn: how many lines the open cell takes so far, the one that it was opened on
  // included.
  std::size_t open_lines() const { return open_lines_; }

  // The cells so far; the next line starts a row.
  std::vector<std::string> finish();

 private:
  std::size_t take_plain(std::string_view line, std::size_t at);
  std::size_t take_quoted(std::string_view line, std::size_t at);
  bool at_cell_end(std::string_view line, std::size_t at) const;

  char delimiter_;
  Quoting quoting_;
  bool in_quotes_ = false;
  std::size_t open_lines_ = 0;
  std::vector<std::string> cells_;
};

}  // namespace assay::engine
