#include "engine/jsonl_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "engine/errors.h"
#include "engine/json_slices.h"
#include "engine/record_item.h"
#include "engine/record_values.h"
#include "text/utf8.h"

namespace assay::engine {
namespace {

constexpr std::string_view kWhite = " \t\r";

class JsonlReader : public RecordReader {
 public:
  JsonlReader(LineReader lines, FieldMap fields)
      : lines_(std::move(lines)), fields_(std::move(fields)) {}

  Result<std::optional<RecordItem>> next() override;
  std::uint64_t bytes_read() const override { return lines_.bytes_read(); }
  std::optional<std::uint64_t> bytes_total() const override { return lines_.source().size(); }
  InputFormat format() const override { return InputFormat::kJsonl; }
  bool is_rereadable() const override { return bytes_total().has_value(); }

 private:
  void parse(std::string_view text, RecordItem& item) const;
  void read_members(std::string_view text, RecordItem& item) const;
  Error locate(std::string_view text, const text::Utf8Flaw& flaw) const;
  void report(RecordItem& item, Error error) const {
    set_error(item, std::move(error), lines_.source().name());
  }

  LineReader lines_;
  FieldMap fields_;
  std::uint64_t ordinal_ = 0;
};

Result<std::optional<RecordItem>> JsonlReader::next() {
  for (;;) {
    auto line = lines_.next();
    if (!line) return tl::unexpected(line.error());
    if (!line->has_value()) return std::optional<RecordItem>();
    std::string_view text = (*line)->text;
    if ((*line)->complete && text.ends_with('\r')) text.remove_suffix(1);
    if (text.find_first_not_of(kWhite) == std::string_view::npos && (*line)->complete) continue;
    RecordItem item = start_item(ordinal_++, (*line)->number, text, (*line)->bytes);
    if ((*line)->complete) {
      parse(text, item);
    } else {
      report(item, invalid_input(fmt::format("the line is longer than {} bytes", text.size()),
                                 "raise the limit if this really is one record"));
    }
    make_id_if_missing(item);
    return item;
  }
}

void JsonlReader::parse(std::string_view text, RecordItem& item) const {
  if (const auto flaw = text::find_utf8_flaw(text)) return report(item, locate(text, *flaw));
  if (const auto flaw = find_json_flaw(text)) {
    return report(item,
                  invalid_input(fmt::format("not valid JSON at byte {} of the line", *flaw),
                                text.starts_with('[') ? "every line must be one JSON object; this "
                                                        "looks like one long JSON list"
                                                      : "every line must be one JSON object"));
  }
  const std::string_view value = text.substr(text.find_first_not_of(kWhite));
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

std::unique_ptr<RecordReader> make_jsonl_reader(LineReader lines, FieldMap fields) {
  return std::make_unique<JsonlReader>(std::move(lines), std::move(fields));
}

}  // namespace assay::engine
