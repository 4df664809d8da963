#include "evaluate/json_rows.h"

#include <fmt/format.h>

#include "engine/errors.h"
#include "engine/json_error.h"
#include "engine/json_slices.h"
#include "engine/record_item.h"
#include "text/utf8.h"

namespace assay::evaluate {

tl::unexpected<Error> JsonRows::fail_at(std::uint64_t line, Error error) const {
  error.file = file();
  error.line = line;
  return tl::unexpected(std::move(error));
}

Result<std::optional<JsonRow>> JsonRows::next() {
  for (;;) {
    auto line = lines_.next();
    if (!line) return tl::unexpected(line.error());
    if (!line->has_value()) return std::optional<JsonRow>();
    std::string_view text = (*line)->text;
    const std::uint64_t number = (*line)->number;
    if (!(*line)->complete) {
      return fail_at(number, engine::invalid_input(
                                 fmt::format("the line is longer than {} bytes", text.size())));
    }
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) continue;
    text = text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
    if (const auto flaw = text::find_utf8_flaw(text)) {
      return fail_at(number, engine::encoding_error(text, *flaw, "the line"));
    }
    if (const auto flaw = engine::find_json_flaw(text)) {
      return fail_at(number, engine::json_error(text, *flaw));
    }
    if (!text.starts_with('{')) {
      return fail_at(number, engine::invalid_input(fmt::format("must be a JSON object, found {}",
                                                               engine::describe_json(text))));
    }
    return JsonRow{text, number};
  }
}

std::optional<std::string> text_of_json(std::string_view value) {
  if (value == "null") return std::nullopt;
  if (auto text = engine::decode_json_string(value)) return text;
  return engine::compact_json(value);
}

}  // namespace assay::evaluate
