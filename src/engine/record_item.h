#pragma once
// What the readers of all formats share: identity of an item, and errors that name their place.

#include <string>
#include <string_view>

#include "assay/record_reader.h"
#include "engine/record_fields.h"
#include "text/utf8.h"

namespace assay::engine {

// An item at its place in the input, with the hash of `raw`; the rest of the record is empty.
RecordItem start_item(std::uint64_t ordinal, std::uint64_t line, std::string_view raw,
                      std::uint64_t bytes);

// "line-12": the id of a record that has none.
void make_id_if_missing(RecordItem& item);

// kInvalidInput that says what byte of `where` ("the line", "the cell") is wrong and why.
Error encoding_error(std::string_view text, const text::Utf8Flaw& flaw, std::string_view where);

// Marks the item as bad, unless it already is: the first error counts.
void set_error(RecordItem& item, Error error, std::string_view file);

// The same error, with the field it concerns and the column or key that the field is read from.
Error in_field(Error error, Field field, const FieldMap& fields);

}  // namespace assay::engine
