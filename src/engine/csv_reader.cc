#include "engine/csv_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "engine/errors.h"
#include "engine/json_writer.h"
#include "engine/record_item.h"
#include "engine/record_values.h"
#include "text/utf8.h"

namespace assay::engine {
namespace {

struct Column {
  std::string name;
  std::vector<Field> fields;  // empty: the cell is passed through
};

class CsvReader : public RecordReader {
 public:
  CsvReader(CsvParser rows, FieldMap fields, InputFormat format)
      : rows_(std::move(rows)), fields_(std::move(fields)), format_(format) {}

  Result<void> read_header();
  Result<std::optional<RecordItem>> next() override;
  std::uint64_t bytes_read() const override { return rows_.bytes_read(); }
  std::optional<std::uint64_t> bytes_total() const override { return rows_.source().size(); }
  InputFormat format() const override { return format_; }
  bool is_rereadable() const override { return bytes_total().has_value(); }

 private:
  tl::unexpected<Error> header_error(const CsvRow& row, Error error) const;
  Result<void> check_header(const CsvRow& row) const;
  std::string missing_column_hint(Field field) const;
  void read_cells(const CsvRow& row, RecordItem& item) const;
  void read_cell(const Column& column, std::string_view cell, RecordItem& item) const;
  void report(RecordItem& item, Error error) const {
    set_error(item, std::move(error), rows_.source().name());
  }

  CsvParser rows_;
  FieldMap fields_;
  InputFormat format_;
  std::vector<Column> columns_;
  std::string header_;  // as it stands in the file: it decides what the cells mean
  std::uint64_t ordinal_ = 0;
};

tl::unexpected<Error> CsvReader::header_error(const CsvRow& row, Error error) const {
  error.file = rows_.source().name();
  error.line = row.line;
  return tl::unexpected(std::move(error));
}

Result<void> CsvReader::read_header() {
  auto row = rows_.next();
  if (!row) return tl::unexpected(row.error());
  if (!row->has_value()) return {};
  CsvRow& header = **row;
  if (header.raw.starts_with('{')) {
    return header_error(header, invalid_input("the header begins with `{`, as JSON lines do",
                                              "say --format jsonl if each line is an object"));
  }
  if (header.error) {
    return header_error(header,
                        invalid_input("header: " + header.error->message, header.error->hint));
  }
  for (std::size_t i = 0; i < header.cells.size(); ++i) {
    Column column;
    column.name = std::move(header.cells[i]);
    if (const auto flaw = text::find_utf8_flaw(column.name)) {
      return header_error(header, encoding_error(column.name, *flaw, "a column's name"));
    }
    if (column.name.empty()) column.name = fmt::format("column_{}", i + 1);
    column.fields = fields_.fields_of(column.name);
    columns_.push_back(std::move(column));
  }
  header_ = std::move(header.raw);
  return check_header(header);
}

Result<void> CsvReader::check_header(const CsvRow& row) const {
  std::unordered_set<std::string_view> names;
  for (const Column& column : columns_) {
    if (names.insert(column.name).second) continue;
    return header_error(row, invalid_input(fmt::format("two columns are named `{}`", column.name),
                                           "give every column a name of its own"));
  }
  for (std::size_t i = 0; i < kFieldNames.size(); ++i) {
    const auto field = static_cast<Field>(i);
    if (!fields_.is_expected(field) || names.contains(fields_.source(field))) continue;
    Error error = invalid_input(fmt::format("no column is named `{}`", fields_.source(field)),
                                missing_column_hint(field));
    error.field = field_name(field);
    return header_error(row, std::move(error));
  }
  return {};
}

// A header that is one column here, but several when it is split otherwise, gives itself away.
std::string CsvReader::missing_column_hint(Field field) const {
  const bool is_csv = format_ == InputFormat::kCsv;
  if (columns_.size() == 1) {
    if (is_csv && header_.find('\t') != std::string::npos)
      return "its columns are separated by tabs: read it with --format tsv";
    if (!is_csv && header_.find(',') != std::string::npos)
      return "its columns are separated by commas: read it with --format csv";
    if (header_.find(';') != std::string::npos)
      return "its columns are separated by `;`: write it with commas (CSV) or tabs (TSV)";
  }
  std::vector<std::string_view> listed;
  for (const Column& column : columns_) listed.push_back(column.name);
  return fmt::format("map the field with --field {}=COLUMN; the columns are {}", field_name(field),
                     fmt::join(listed, ", "));
}

Result<std::optional<RecordItem>> CsvReader::next() {
  auto row = rows_.next();
  if (!row) return tl::unexpected(row.error());
  if (!row->has_value()) return std::optional<RecordItem>();
  CsvRow& cells = **row;
  // The first record vouches for the header too.
  const std::string first = ordinal_ == 0 ? header_ + '\n' + cells.raw : std::string();
  RecordItem item =
      start_item(ordinal_, cells.line, ordinal_ == 0 ? first : cells.raw, cells.bytes);
  ++ordinal_;
  if (cells.error) {
    report(item, std::move(*cells.error));
  } else if (cells.cells.size() != columns_.size()) {
    report(item, invalid_input(fmt::format("expected {} columns, found {}", columns_.size(),
                                           cells.cells.size())));
  } else {
    read_cells(cells, item);
  }
  make_id_if_missing(item);
  return item;
}

void CsvReader::read_cells(const CsvRow& row, RecordItem& item) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) read_cell(columns_[i], row.cells[i], item);
  if (!item.record.extra_json.empty()) item.record.extra_json += '}';
}

void CsvReader::read_cell(const Column& column, std::string_view cell, RecordItem& item) const {
  if (const auto flaw = text::find_utf8_flaw(cell)) {
    Error error = encoding_error(cell, *flaw, "the cell");
    error.field = column.name;
    if (!column.fields.empty()) {
      error = in_field(std::move(error), column.fields.front(), fields_);
    }
    return report(item, std::move(error));
  }
  for (const Field field : column.fields) {
    if (auto error = set_from_cell(item.record, field, cell)) {
      report(item, in_field(std::move(*error), field, fields_));
    }
  }
  if (!column.fields.empty()) return;
  std::string& extra = item.record.extra_json;
  extra += extra.empty() ? '{' : ',';
  append_json_string(extra, column.name);
  extra += ':';
  append_json_string(extra, cell);
}

}  // namespace

Result<std::unique_ptr<RecordReader>> make_csv_reader(CsvParser rows, FieldMap fields,
                                                      InputFormat format) {
  auto reader = std::make_unique<CsvReader>(std::move(rows), std::move(fields), format);
  if (const auto header = reader->read_header(); !header) return tl::unexpected(header.error());
  return reader;
}

}  // namespace assay::engine
