#include "engine/csv_parser.h"

#include <fmt/format.h>

#include <utility>

#include "engine/errors.h"

namespace assay::engine {
namespace {

constexpr char kQuotingHint[] =
    "double every quote inside a quoted cell; or take quotes as ordinary characters with "
    "--quoting none";

bool is_blank(std::string_view text) {
  return text.find_first_not_of("\r\n") == std::string_view::npos;
}

}  // namespace

void CsvParser::give_up(Error error) {
  row_.error = std::move(error);
  cells_.finish();
  row_complete_ = true;
}

void CsvParser::give_up_too_long() {
  std::string message = fmt::format("the record is longer than {} bytes", max_row_bytes_);
  if (opened_on_ == 0) return give_up(invalid_input(std::move(message)));
  message += fmt::format(": the quote that opens a cell on line {} is not closed", opened_on_);
  give_up(invalid_input(std::move(message), kQuotingHint));
}

// One line, or the part of it up to a CR that is no part of a CR LF.
void CsvParser::feed(std::string_view part) {
  if (row_.line == 0) row_.line = line_number_;
  row_.raw += part;
  switch (cells_.take(part)) {
    case CellScanner::Row::kBad:
      return give_up(invalid_input(
          fmt::format("text stands behind the closing quote of a cell on line {}", line_number_),
          kQuotingHint));
    case CellScanner::Row::kGoesOn:
      opened_on_ = line_number_ + 1 - cells_.open_lines();
      break;
    case CellScanner::Row::kComplete:
      opened_on_ = 0;
      row_complete_ = true;
      break;
  }
  if (row_.raw.size() > max_row_bytes_) give_up_too_long();
}

// Takes the next part of the input; false at the end.
Result<bool> CsvParser::advance() {
  if (pending_at_ < pending_.size()) {
    take_part();
    return true;
  }
  const auto line = lines_.next();
  if (!line) return tl::unexpected(line.error());
  if (line->has_value()) {
    take_line(**line);
    return true;
  }
  if (row_.line == 0) return false;
  give_up(invalid_input(
      fmt::format("the quote that opens a cell on line {} is not closed before the end of the file",
                  opened_on_),
      kQuotingHint));
  return true;
}

void CsvParser::take_line(const Line& line) {
  ++line_number_;
  row_.bytes += line.bytes;
  if (!line.complete) {
    row_.line = row_.line == 0 ? line_number_ : row_.line;
    row_.raw += line.text;
    return give_up_too_long();
  }
  pending_ = line.text;
  pending_at_ = 0;
  if (line.terminated) pending_ += '\n';
  if (!pending_.empty()) take_part();
}

void CsvParser::take_part() {
  const std::string_view rest = std::string_view(pending_).substr(pending_at_);
  const std::size_t cr = rest.find('\r');
  const bool lone = cr != rest.npos && cr + 1 < rest.size() && rest[cr + 1] != '\n';
  const std::string_view part = lone ? rest.substr(0, cr + 1) : rest;
  pending_at_ += part.size();
  if (row_.raw.empty() && is_blank(part)) {
    row_.bytes = 0;
  } else {
    feed(part);
  }
  if (lone) ++line_number_;
}

CsvRow CsvParser::take_row() {
  row_.cells = cells_.finish();
  while (row_.raw.ends_with('\n') || row_.raw.ends_with('\r')) row_.raw.pop_back();
  row_complete_ = false;
  opened_on_ = 0;
  return std::exchange(row_, {});
}

Result<std::optional<CsvRow>> CsvParser::next() {
  while (!row_complete_) {
    const auto more = advance();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return std::optional<CsvRow>();
  }
  return take_row();
}

}  // namespace assay::engine
