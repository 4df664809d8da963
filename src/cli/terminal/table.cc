#include "cli/terminal/table.h"

#include <algorithm>

#include "cli/command_line/text_width.h"
#include "text/shown.h"

namespace assay::cli {
namespace {

constexpr std::size_t kGap = 2;

std::string line_of(const std::vector<std::string>& cells, const std::vector<Column>& columns,
                    const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string padding(widths[i] - display_width(cells[i]), ' ');
    const bool right = columns[i].align == Column::Align::kRight;
    line += right ? padding + cells[i] : cells[i] + padding;
    line.append(kGap, ' ');
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

void Table::add_row(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  // Names and labels come from files: a line end in one must not break the table.
  for (std::string& cell : cells) cell = text::shown(cell);
  rows_.push_back(std::move(cells));
}

std::string Table::to_string(const Style& style) const {
  std::vector<std::string> heading;
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) {
    heading.push_back(column.title);
    widths.push_back(display_width(column.title));
  }
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  std::string text = style.paint(line_of(heading, columns_, widths), colour::kBold) + "\n";
  for (const auto& row : rows_) text += line_of(row, columns_, widths) + "\n";
  return text;
}

}  // namespace assay::cli
