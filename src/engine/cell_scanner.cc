#include "engine/cell_scanner.h"

#include <algorithm>
#include <utility>

namespace assay::engine {
namespace {

constexpr char kQuote = '"';

std::size_t without_break(std::string_view line) {
  std::size_t size = line.size();
  if (size > 0 && line[size - 1] == '\n') --size;
  if (size > 0 && line[size - 1] == '\r') --size;
  return size;
}

}  // namespace

bool CellScanner::at_cell_end(std::string_view line, std::size_t at) const {
  return at >= without_break(line) || line[at] == delimiter_;
}

// From the first character of a cell that is not quoted to what ends it.
std::size_t CellScanner::take_plain(std::string_view line, std::size_t at) {
  const std::size_t end = std::min(line.find(delimiter_, at), without_break(line));
  cells_.emplace_back(line.substr(at, end - at));
  return end;
}

// From inside the quotes to behind the closing one; the cell goes on in the next line when this
// line has none.
std::size_t CellScanner::take_quoted(std::string_view line, std::size_t at) {
  std::string& cell = cells_.back();
  for (;;) {
    const std::size_t quote = line.find(kQuote, at);
    cell += line.substr(at, quote - at);
    if (quote == std::string_view::npos) return line.size();
    at = quote + 1;
    if (at == line.size() || line[at] != kQuote) break;
    cell += kQuote;
    ++at;
  }
  in_quotes_ = false;
  return at;
}

CellScanner::Row CellScanner::take(std::string_view line) {
  for (std::size_t at = 0;; ++at) {
    const bool opens =
        quoting_ == Quoting::kCsv && !in_quotes_ && at < line.size() && line[at] == kQuote;
    if (opens) {
      cells_.emplace_back();
      in_quotes_ = true;
      open_lines_ = 0;
      ++at;
    }
    at = in_quotes_ ? take_quoted(line, at) : take_plain(line, at);
    if (in_quotes_) {
      ++open_lines_;
      return Row::kGoesOn;
    }
    if (!at_cell_end(line, at)) return Row::kBad;
    if (at >= without_break(line)) return Row::kComplete;
  }
}

std::vector<std::string> CellScanner::finish() {
  in_quotes_ = false;
  return std::exchange(cells_, {});
}

}  // namespace assay::engine
