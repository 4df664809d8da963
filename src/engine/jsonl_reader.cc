#include "engine/jsonl_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/errors.h"
#include "engine/json_error.h"
#include "engine/json_slices.h"
#include "engine/record_item.h"
#include "engine/record_values.h"
#include "text/utf8.h"

namespace assay::engine {
namespace {

constexpr std::string_view kWhite = " \t\r";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// What is read ahead to find out whether the records have the wanted key.
constexpr std::size_t kRecordsAhead = 100;
constexpr std::size_t kBytesAhead = std::size_t{1} << 20;

std::string_view without_white(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kWhite), text.size()));
}

bool is_good_object(std::string_view text) {
  return without_white(text).starts_with('{') && !text::find_utf8_flaw(text) &&
         !find_json_flaw(text);
}

std::vector<std::string> keys_of(std::string_view object) {
  std::vector<std::string> keys;
  for (const JsonMember& member : slice_object(object)) {
    keys.push_back(decode_json_string(member.key).value_or(""));
  }
  return keys;
}

class JsonlReader : public RecordReader {
 public:
  JsonlReader(LineReader lines, FieldMap fields)
      : lines_(std::move(lines)), fields_(std::move(fields)) {}

  // Reads until it is clear whether the records have the keys that are read.
  Result<void> start();

  Result<std::optional<RecordItem>> next() override;
  std::uint64_t bytes_read() const override { return lines_.bytes_read(); }
  std::optional<std::uint64_t> bytes_total() const override { return lines_.source().size(); }
  InputFormat format() const override { return InputFormat::kJsonl; }
  bool is_rereadable() const override { return bytes_total().has_value(); }

 private:
  // The next line that is not blank; nullopt at the end.
  Result<std::optional<Line>> next_line();
  RecordItem item_of(const Line& line);
  std::optional<Field> first_missing(const std::vector<std::string>& keys, bool mapped) const;
  Error missing_key(Field field, std::uint64_t line, const std::vector<std::string>& keys) const;
  void parse(std::string_view text, RecordItem& item) const;
  void read_members(std::string_view text, RecordItem& item) const;
  Error locate(std::string_view text, const text::Utf8Flaw& flaw) const;
  void report(RecordItem& item, Error error) const {
    set_error(item, std::move(error), lines_.source().name());
  }

  LineReader lines_;
  FieldMap fields_;
  std::uint64_t ordinal_ = 0;
  std::deque<RecordItem> ahead_;  // read by start()
};

// The first field that a record with these keys lacks: of the mapped ones where `mapped`, and of
// the wanted one.
std::optional<Field> JsonlReader::first_missing(const std::vector<std::string>& keys,
                                                bool mapped) const {
  std::optional<Field> missing;
  for (std::size_t i = 0; i < kFieldNames.size(); ++i) {
    const auto field = static_cast<Field>(i);
    if (!fields_.is_expected(field)) continue;
    if (std::find(keys.begin(), keys.end(), fields_.source(field)) != keys.end()) continue;
    if (mapped && fields_.is_mapped(field)) return field;
    if (fields_.is_wanted(field)) missing = field;
  }
  return missing;
}

Error JsonlReader::missing_key(Field field, std::uint64_t line,
                               const std::vector<std::string>& keys) const {
  const std::string listed = keys.empty() ? "none" : fmt::format("{}", fmt::join(keys, ", "));
  Error error = invalid_input(
      fmt::format("the record has no key `{}`", fields_.source(field)),
      fmt::format("map the field with --field {}=KEY; the keys are {}", field_name(field), listed));
  error.file = lines_.source().name();
  error.line = line;
  error.field = field_name(field);
  return error;
}

Result<void> JsonlReader::start() {
  const auto first = lines_.first_character();
  if (!first) return tl::unexpected(first.error());
  if (*first == '[') {
    return fail_in_file(ErrorCode::kInvalidInput, lines_.source().name(),
                        "is one JSON list, not one JSON object a line",
                        "`jq -c '.[]'` writes the items of a list one a line");
  }
  std::optional<Error> refusal;  // unless a record is found that has the wanted key
  bool has_object = false;
  std::size_t bytes = 0;
  while (ahead_.size() < kRecordsAhead && bytes < kBytesAhead) {
    const auto line = next_line();
    if (!line) return tl::unexpected(line.error());
    if (!line->has_value()) break;
    ahead_.push_back(item_of(**line));
    bytes += (*line)->bytes;
    has_object = has_object || without_white((*line)->text).starts_with('{');
    if (!(*line)->complete || !is_good_object((*line)->text)) continue;
    const auto keys = keys_of((*line)->text);
    auto missing = first_missing(keys, /*mapped=*/!refusal.has_value());
    if (!missing) return {};
    Error error = missing_key(*missing, (*line)->number, keys);
    if (fields_.is_mapped(*missing)) return tl::unexpected(std::move(error));
    if (!refusal) refusal = std::move(error);
  }
  if (refusal) return tl::unexpected(std::move(*refusal));
  if (!has_object && !ahead_.empty()) {
    return fail_in_file(ErrorCode::kInvalidInput, lines_.source().name(),
                        "holds no JSON object in its first lines",
                        "say --format csv or --format tsv if it is a table");
  }
  return {};
}

Result<std::optional<Line>> JsonlReader::next_line() {
  for (;;) {
    auto line = lines_.next();
    if (!line || !line->has_value()) return line;
    std::string_view& text = (*line)->text;
    if (!(*line)->complete) return line;
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (!without_white(text).empty()) return line;
  }
}

RecordItem JsonlReader::item_of(const Line& line) {
  RecordItem item = start_item(ordinal_++, line.number, line.text, line.bytes);
  if (line.complete) {
    parse(line.text, item);
  } else {
    report(item, invalid_input(fmt::format("the line is longer than {} bytes", line.text.size()),
                               "raise the limit if this really is one record"));
  }
  make_id_if_missing(item);
  return item;
}

Result<std::optional<RecordItem>> JsonlReader::next() {
  if (!ahead_.empty()) {
    RecordItem item = std::move(ahead_.front());
    ahead_.pop_front();
    return item;
  }
  const auto line = next_line();
  if (!line) return tl::unexpected(line.error());
  if (!line->has_value()) return std::optional<RecordItem>();
  return item_of(**line);
}

void JsonlReader::parse(std::string_view text, RecordItem& item) const {
  if (const auto flaw = text::find_utf8_flaw(text)) return report(item, locate(text, *flaw));
  if (text.starts_with(kByteOrderMark)) {
    return report(item, invalid_input("the line starts with a byte order mark",
                                      "only the file may start with one: take it out of files "
                                      "before joining them"));
  }
  if (const auto flaw = find_json_flaw(text)) return report(item, json_error(text, *flaw));
  const std::string_view value = without_white(text);
  if (value.front() != '{') {
    return report(
        item, invalid_input(fmt::format("must be a JSON object, found {}", describe_json(value))));
  }
  read_members(value, item);
}

void JsonlReader::read_members(std::string_view text, RecordItem& item) const {
  std::array<bool, kFieldNames.size()> seen{};
  std::unordered_set<std::string> keys;
  std::string& extra = item.record.extra_json;
  for (const JsonMember& member : slice_object(text)) {
    const auto [key, is_new] = keys.insert(decode_json_string(member.key).value_or(""));
    if (!is_new) {
      report(item, invalid_input(fmt::format("the key `{}` stands twice in the object", *key)));
      continue;
    }
    const auto fields = fields_.fields_of(*key);
    for (const Field field : fields) {
      seen[static_cast<std::size_t>(field)] = field != Field::kResponse || member.value != "null";
      if (auto error = set_from_json(item.record, field, member.value)) {
        report(item, in_field(std::move(*error), field, fields_));
      }
    }
    if (!fields.empty()) continue;
    extra += extra.empty() ? '{' : ',';
    extra += member.key;
    extra += ':';
    extra += compact_json(member.value);
  }
  if (!extra.empty()) extra += '}';
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto field = static_cast<Field>(i);
    if (seen[i] || !fields_.is_required(field)) continue;
    report(item,
           in_field(invalid_input("is missing", "name its key with --field"), field, fields_));
  }
}

// The error that names the member with the bad byte, which is found in a copy whose bytes above
// ASCII are replaced: that must be JSON.
Error JsonlReader::locate(std::string_view text, const text::Utf8Flaw& flaw) const {
  Error error = encoding_error(text, flaw, "the line");
  std::string ascii(text);
  std::replace_if(
      ascii.begin(), ascii.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; },
      '?');
  if (find_json_flaw(ascii)) return error;
  for (const JsonMember& member : slice_object(ascii)) {
    const auto start = static_cast<std::size_t>(member.value.data() - ascii.data());
    if (flaw.byte < start || flaw.byte >= start + member.value.size()) continue;
    const std::string key = decode_json_string(member.key).value_or("");
    const auto fields = fields_.fields_of(key);
    if (!fields.empty()) return in_field(std::move(error), fields.front(), fields_);
    error.field = key;
  }
  return error;
}

}  // namespace

Result<std::unique_ptr<RecordReader>> make_jsonl_reader(LineReader lines, FieldMap fields) {
  auto reader = std::make_unique<JsonlReader>(std::move(lines), std::move(fields));
  if (const auto started = reader->start(); !started) return tl::unexpected(started.error());
  return reader;
}

}  // namespace assay::engine
