#include "engine/csv_parser.h"

#include <csv.h>
#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace assay::engine {
namespace {

// libcsv takes spaces and tabs around a cell away unless it is told that nothing is a space.
int nothing_is_space(unsigned char) {
  return 0;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of("\r\n") == text.npos;
}

}  // namespace

struct CsvParser::State {
  State(LineReader line_reader, char row_delimiter, std::size_t max_bytes)
      : lines(std::move(line_reader)), delimiter(row_delimiter), max_row_bytes(max_bytes) {
    start_parser();
  }
  ~State() { csv_free(&parser); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void start_parser() {
    csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI);
    csv_set_delim(&parser, static_cast<unsigned char>(delimiter));
    csv_set_space_func(&parser, nothing_is_space);
  }

  void restart_parser() {
    csv_free(&parser);
    start_parser();
  }

  static void on_cell(void* cell, std::size_t size, void* self) {
    static_cast<State*>(self)->row.cells.emplace_back(static_cast<const char*>(cell), size);
  }
  static void on_row(int, void* self) { static_cast<State*>(self)->row_complete = true; }

  void give_up(std::string problem) {
    row.problem = std::move(problem);
    row.cells.clear();
    row_complete = true;
    restart_parser();
  }

  // One line, or the part of it up to a CR that is no part of a CR LF.
  void feed(std::string_view part) {
    if (row.line == 0) row.line = line_number;
    row.raw += part;
    const std::size_t read = csv_parse(&parser, part.data(), part.size(), on_cell, on_row, this);
    if (read != part.size()) {
      give_up(
          "a quote stands where none may be: inside a cell that is not quoted, or behind the "
          "end of a quoted one");
    } else if (row.raw.size() > max_row_bytes) {
      give_up(fmt::format("the record is longer than {} bytes", max_row_bytes));
    }
  }

  void finish() {
    if (csv_fini(&parser, on_cell, on_row, this) != 0) {
      give_up("a quoted cell is not closed before the end of the file");
    }
  }

  // Takes the next part of the input; false at the end.
  Result<bool> advance();
  void take_part();

  CsvRow take_row() {
    while (row.raw.ends_with('\n') || row.raw.ends_with('\r')) row.raw.pop_back();
    row_complete = false;
    return std::exchange(row, {});
  }

  LineReader lines;
  char delimiter;
  std::size_t max_row_bytes;
  csv_parser parser{};
  CsvRow row;
  bool row_complete = false;
  bool at_end = false;
  std::string pending;  // the current line, of which pending_at bytes are read
  std::size_t pending_at = 0;
  std::uint64_t line_number = 0;
};

Result<bool> CsvParser::State::advance() {
  if (pending_at < pending.size()) {
    take_part();
    return true;
  }
  auto line = lines.next();
  if (!line) return tl::unexpected(line.error());
  if (!line->has_value()) {
    if (!at_end) finish();
    at_end = true;
    return row_complete;
  }
  ++line_number;
  row.bytes += (*line)->bytes;
  if (!(*line)->complete) {
    row.line = row.line == 0 ? line_number : row.line;
    row.raw += (*line)->text;
    give_up(fmt::format("the record is longer than {} bytes", max_row_bytes));
    return true;
  }
  pending = (*line)->text;
  pending_at = 0;
  if ((*line)->terminated) pending += '\n';
  if (!pending.empty()) take_part();
  return true;
}

void CsvParser::State::take_part() {
  const std::string_view rest = std::string_view(pending).substr(pending_at);
  const std::size_t cr = rest.find('\r');
  const bool lone = cr != rest.npos && cr + 1 < rest.size() && rest[cr + 1] != '\n';
  const std::string_view part = lone ? rest.substr(0, cr + 1) : rest;
  pending_at += part.size();
  if (row.raw.empty() && is_blank(part)) {
    row.bytes = 0;
  } else {
    feed(part);
  }
  if (lone) ++line_number;
}

CsvParser::CsvParser(LineReader lines, char delimiter, std::size_t max_row_bytes)
    : state_(std::make_unique<State>(std::move(lines), delimiter, max_row_bytes)) {}
CsvParser::~CsvParser() = default;
CsvParser::CsvParser(CsvParser&&) noexcept = default;

Result<std::optional<CsvRow>> CsvParser::next() {
  while (!state_->row_complete) {
    const auto more = state_->advance();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return std::optional<CsvRow>();
  }
  return state_->take_row();
}

std::uint64_t CsvParser::bytes_read() const {
  return state_->lines.bytes_read();
}
const ByteSource& CsvParser::source() const {
  return state_->lines.source();
}

}  // namespace assay::engine
