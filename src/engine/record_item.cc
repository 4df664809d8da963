#include "engine/record_item.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "engine/errors.h"

namespace assay::engine {

RecordItem start_item(std::uint64_t ordinal, std::uint64_t line, std::string_view raw,
                      std::uint64_t bytes) {
  RecordItem item;
  item.record.ordinal = ordinal;
  item.record.line = line;
  const base::Hash128 hash = base::hash128(raw);
  item.content = {.high = hash.high, .low = hash.low};
  item.bytes = bytes;
  return item;
}

void make_id_if_missing(RecordItem& item) {
  if (!item.record.id.empty()) return;
  item.record.id = fmt::format("line-{}", item.record.line);
  item.id_is_made = true;
}

Error encoding_error(std::string_view text, const text::Utf8Flaw& flaw, std::string_view where) {
  return invalid_input(fmt::format("not valid UTF-8 at byte {} of {}: 0x{:02X} is {}", flaw.byte,
                                   where, static_cast<unsigned char>(text[flaw.byte]), flaw.why),
                       "save the file as UTF-8");
}

void set_error(RecordItem& item, Error error, std::string_view file) {
  if (item.error) return;
  error.file = file;
  error.line = item.record.line;
  item.error = std::move(error);
}

Error in_field(Error error, Field field, const FieldMap& fields) {
  error.field = field_name(field);
  if (fields.source(field) != error.field) {
    error.message += fmt::format(" (read from `{}`)", fields.source(field));
  }
  return error;
}

}  // namespace assay::engine
