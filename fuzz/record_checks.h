#pragma once
// What must hold of every record that a reader hands on, whatever the bytes were.

#include <cstdlib>

#include "assay/record_reader.h"
#include "engine/json_slices.h"
#include "text/utf8.h"

namespace assay {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline void check_item(const RecordItem& item, std::uint64_t ordinal) {
  const Record& record = item.record;
  require(record.ordinal == ordinal);
  require(record.line > 0);
  require(!record.id.empty());
  for (const std::string* text : {&record.id, &record.response, &record.label_json}) {
    require(!text::find_utf8_flaw(*text));
  }
  require(record.label_json.empty() || !engine::find_json_flaw(record.label_json));
  for (const Passage& passage : record.knowledge) require(!text::find_utf8_flaw(passage.text));
  for (const Turn& turn : record.history) require(!text::find_utf8_flaw(turn.text));
  require(record.extra_json.empty() || !engine::find_json_flaw(record.extra_json));
  if (item.error) require(item.error->line == record.line && !item.error->message.empty());
}

inline void read_all(const RecordSource& source) {
  auto reader = open_records(source);
  if (!reader) return;
  for (std::uint64_t ordinal = 0;; ++ordinal) {
    const auto item = (*reader)->next();
    if (!item || !item->has_value()) return;
    check_item(**item, ordinal);
  }
}

}  // namespace assay
