#pragma once
// What a language model is asked: a line of JSON with `prompt`, or with the `messages` of a
// conversation.
//
//   RowFields fields(line, file);
//   const auto asked = read_asked(fields);
//   if (fields.error()) ...

#include <string>
#include <variant>
#include <vector>

#include "assay/endpoint.h"
#include "rows/row_fields.h"

namespace assay::rows {

// A prompt, or a conversation.
using Asked = std::variant<std::string, Conversation>;

// Exactly one of the two must be there; a conversation has at least one message.
Asked read_asked(RowFields& fields);

}  // namespace assay::rows
