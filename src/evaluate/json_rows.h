#pragma once
// JSON lines that must all be good: the first flaw ends the reading.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/error.h"
#include "engine/line_reader.h"

namespace assay::evaluate {

struct JsonRow {
  std::string_view text;  // one valid JSON object; valid until the next call
  std::uint64_t line = 0;
};

class JsonRows {
 public:
  explicit JsonRows(engine::LineReader lines) : lines_(std::move(lines)) {}

  // nullopt at the end; blank lines are passed over. The error names file and line.
  Result<std::optional<JsonRow>> next();

  const std::string& file() const { return lines_.source().name(); }

 private:
  tl::unexpected<Error> fail_at(std::uint64_t line, Error error) const;

  engine::LineReader lines_;
};

// The text that a JSON value stands for in a table: a string decoded, null as absent, any other
// value as JSON.
std::optional<std::string> text_of_json(std::string_view value);

}  // namespace assay::evaluate
