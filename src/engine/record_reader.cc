#include "assay/record_reader.h"

#include <filesystem>

#include "engine/csv_reader.h"
#include "engine/errors.h"
#include "engine/input_format.h"
#include "engine/jsonl_reader.h"
#include "engine/standard_streams.h"

namespace assay {
namespace {

Result<engine::FieldMap> make_fields(const RecordSource& source) {
  if (source.max_record_bytes == 0) {
    return fail(ErrorCode::kInvalidOption, "a record must be allowed at least one byte");
  }
  return engine::FieldMap::make(source.fields, source.wanted);
}

}  // namespace

const char* to_string(InputFormat format) {
  switch (format) {
    case InputFormat::kAuto:
      return "auto";
    case InputFormat::kJsonl:
      return "jsonl";
    case InputFormat::kCsv:
      return "csv";
    case InputFormat::kTsv:
      return "tsv";
  }
  return "auto";
}

const char* to_string(Quoting quoting) {
  return quoting == Quoting::kCsv ? "csv" : "none";
}

bool is_read_once(const std::string& input) {
  std::error_code ignored;
  return input == "-" || std::filesystem::is_other(input, ignored);
}

Result<void> check_records(const RecordSource& source) {
  if (!is_read_once(source.input)) {
    const auto reader = open_records(source);
    return reader ? Result<void>() : tl::unexpected(reader.error());
  }
  if (source.input == "-") {
    if (auto usable = engine::check_standard_input(); !usable) return usable;
  }
  if (const auto fields = make_fields(source); !fields) return tl::unexpected(fields.error());
  if (const auto format = engine::resolve_format(source.input, source.format); !format)
    return tl::unexpected(format.error());
  return {};
}

Result<std::unique_ptr<RecordReader>> open_records(const RecordSource& source) {
  auto fields = make_fields(source);
  if (!fields) return tl::unexpected(fields.error());
  auto bytes = engine::ByteSource::open(source.input, source.interrupt);
  if (!bytes) return tl::unexpected(bytes.error());
  engine::LineReader lines(std::move(*bytes), source.max_record_bytes);
  // Before the name is asked for a format: data.jsonl.gz is a gzip file, whatever --format says.
  if (const auto first = lines.first_character(); !first) return tl::unexpected(first.error());
  const auto format = engine::resolve_format(source.input, source.format);
  if (!format) return tl::unexpected(format.error());
  if (*format == InputFormat::kJsonl) {
    return engine::make_jsonl_reader(std::move(lines), std::move(*fields));
  }
  const char delimiter = *format == InputFormat::kCsv ? ',' : '\t';
  engine::CsvParser rows(std::move(lines), delimiter, source.quoting, source.max_record_bytes);
  return engine::make_csv_reader(std::move(rows), std::move(*fields), *format);
}

}  // namespace assay
