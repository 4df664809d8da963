#pragma once
// A table of text with aligned columns.

#include <string>
#include <vector>

#include "cli/terminal/terminal.h"

namespace assay::cli {

struct Column {
  std::string title;
  enum class Align { kLeft, kRight } align = Align::kLeft;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // One cell a column; fewer are filled up with empty ones.
  void add_row(std::vector<std::string> cells);

  // Lines with a heading in bold, no trailing spaces.
  std::string to_string(const Style& style) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace assay::cli
