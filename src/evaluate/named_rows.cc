#include "evaluate/named_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "engine/csv_parser.h"
#include "engine/errors.h"
#include "engine/json_slices.h"
#include "engine/record_item.h"
#include "text/utf8.h"

namespace assay::evaluate {
namespace {

std::optional<std::size_t> position(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

// A name that stands twice; null where all are different.
const std::string* find_twice(const std::vector<std::string>& names) {
  std::unordered_set<std::string_view> known;
  for (const std::string& name : names) {
    if (!known.insert(name).second) return &name;
  }
  return nullptr;
}

class CsvRows : public NamedRows {
 public:
  CsvRows(engine::CsvParser rows, std::vector<std::string> wanted)
      : rows_(std::move(rows)), wanted_(std::move(wanted)) {}

  Result<void> read_header() {
    auto header = rows_.next();
    if (!header) return tl::unexpected(header.error());
    if (header->has_value()) {
      if ((*header)->error) return fail_at((*header)->line, *(*header)->error);
      names_ = (*header)->cells;
      for (std::size_t i = 0; i < names_.size(); ++i) {
        if (const auto flaw = text::find_utf8_flaw(names_[i])) {
          return fail_at((*header)->line,
                         engine::encoding_error(names_[i], *flaw, "a column's name"));
        }
        if (names_[i].empty()) names_[i] = fmt::format("column_{}", i + 1);
      }
      if (const std::string* twice = find_twice(names_)) {
        return fail_at((*header)->line,
                       engine::invalid_input(fmt::format("two columns are named `{}`", *twice),
                                             "give every column a name of its own"));
      }
    }
    for (const std::string& name : wanted_) columns_.push_back(position(names_, name));
    return {};
  }

  Result<std::optional<NamedRow>> next() override {
    auto row = rows_.next();
    if (!row) return tl::unexpected(row.error());
    if (!row->has_value()) return std::optional<NamedRow>();
    engine::CsvRow& cells = **row;
    if (cells.error) return fail_at(cells.line, *cells.error);
    if (cells.cells.size() != names_.size()) {
      return fail_at(cells.line,
                     engine::invalid_input(fmt::format("expected {} columns, found {}",
                                                       names_.size(), cells.cells.size())));
    }
    NamedRow named{.line = cells.line, .cells = {}};
    for (const auto& column : columns_) {
      named.cells.emplace_back();
      if (!column) continue;
      std::string& cell = cells.cells[*column];
      if (const auto flaw = text::find_utf8_flaw(cell)) {
        Error error = engine::encoding_error(cell, *flaw, "the cell");
        error.field = names_[*column];
        return fail_at(cells.line, std::move(error));
      }
      named.cells.back() = cell;  // a column may be wanted twice
    }
    return named;
  }

  const std::string& file() const override { return rows_.source().name(); }
  bool has(std::size_t i) const override { return columns_[i].has_value(); }
  const std::vector<std::string>& names() const override { return names_; }

 private:
  tl::unexpected<Error> fail_at(std::uint64_t line, Error error) const {
    error.file = file();
    error.line = line;
    return tl::unexpected(std::move(error));
  }

  engine::CsvParser rows_;
  std::vector<std::string> wanted_;
  std::vector<std::string> names_;
  std::vector<std::optional<std::size_t>> columns_;
};

class JsonColumns : public NamedRows {
 public:
  JsonColumns(std::optional<JsonRow> first, JsonRows rows, std::vector<std::string> wanted)
      : rows_(std::move(rows)), wanted_(std::move(wanted)), has_(wanted_.size(), false) {
    // Read at once: what `first` points to lasts until the next line is read.
    if (first) first_ = read(*first);
  }

  Result<std::optional<NamedRow>> next() override {
    if (first_) {
      auto row = std::move(*first_);
      first_.reset();
      if (!row) return tl::unexpected(row.error());
      return std::optional<NamedRow>(*std::move(row));
    }
    const auto row = rows_.next();
    if (!row) return tl::unexpected(row.error());
    if (!row->has_value()) return std::optional<NamedRow>();
    auto named = read(**row);
    if (!named) return tl::unexpected(named.error());
    return std::optional<NamedRow>(*std::move(named));
  }

  const std::string& file() const override { return rows_.file(); }
  bool has(std::size_t i) const override { return has_[i]; }
  const std::vector<std::string>& names() const override { return names_; }

 private:
  Result<NamedRow> read(const JsonRow& row) {
    NamedRow named{.line = row.line, .cells = {}};
    named.cells.resize(wanted_.size());
    std::vector<std::string> keys;
    for (const engine::JsonMember& member : engine::slice_object(row.text)) {
      const std::string key = engine::decode_json_string(member.key).value_or("");
      keys.push_back(key);
      for (std::size_t i = 0; i < wanted_.size(); ++i) {
        if (wanted_[i] != key) continue;
        has_[i] = true;
        named.cells[i] = text_of_json(member.value);
      }
    }
    if (const std::string* twice = find_twice(keys)) {
      Error error =
          engine::invalid_input(fmt::format("the key `{}` stands twice in the object", *twice));
      error.file = file();
      error.line = row.line;
      return tl::unexpected(std::move(error));
    }
    if (names_.empty()) names_ = std::move(keys);
    return named;
  }

  JsonRows rows_;
  std::vector<std::string> wanted_;
  std::vector<bool> has_;
  std::vector<std::string> names_;
  std::optional<Result<NamedRow>> first_;
};

// As options that are joined by commas take it: a name with a comma in double quotes.
std::string as_name(const std::string& column) {
  if (column.find(',') == std::string::npos && !column.starts_with('"')) return column;
  std::string quoted = "\"";
  for (const char c : column) quoted += c == '"' ? std::string(2, c) : std::string(1, c);
  return quoted + '"';
}

}  // namespace

Result<std::unique_ptr<NamedRows>> make_csv_rows(engine::LineReader lines, InputFormat format,
                                                 Quoting quoting, std::size_t max_row_bytes,
                                                 std::vector<std::string> wanted) {
  const char delimiter = format == InputFormat::kCsv ? ',' : '\t';
  auto rows = std::make_unique<CsvRows>(
      engine::CsvParser(std::move(lines), delimiter, quoting, max_row_bytes), std::move(wanted));
  if (auto header = rows->read_header(); !header) return tl::unexpected(header.error());
  return rows;
}

std::unique_ptr<NamedRows> make_json_columns(std::optional<JsonRow> first, JsonRows rows,
                                             std::vector<std::string> wanted) {
  return std::make_unique<JsonColumns>(first, std::move(rows), std::move(wanted));
}

std::string shown_columns(const NamedRows& rows) {
  constexpr std::size_t kMostShown = 50;
  const std::vector<std::string>& names = rows.names();
  if (names.empty()) return "the file has no columns";
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(names.size(), kMostShown); ++i)
    shown.push_back(as_name(names[i]));
  std::string text = fmt::format("the columns are {}", fmt::join(shown, ", "));
  if (names.size() > kMostShown) text += fmt::format(" and {} more", names.size() - kMostShown);
  return text;
}

Error missing_column(const NamedRows& rows, const std::string& name) {
  Error error = engine::invalid_input(fmt::format("no column is named `{}`", name));
  error.hint = shown_columns(rows);
  error.file = rows.file();
  return error;
}

}  // namespace assay::evaluate
