#pragma once
// Reading result files (schema `assay.result/1`, docs/formats/result.md) back.
//
//   auto reader = ResultReader::open("out.jsonl");
//   while (auto line = reader->next(); line && line->has_value()) {
//     if (const auto* result = std::get_if<ResultLine>(&**line)) ...
//   }
//
// Thread-safety: one reader, one thread at a time; parse_result_line from many.
// Cost: streamed, one line in memory.
// Failure: kNotFound or kIo for the file, kCorrupt with the line number for a line that is not of
// the schema.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "assay/engine.h"
#include "assay/error.h"
#include "assay/result.h"

namespace assay {

struct ResultLine {
  RecordResult result;
  std::string label_json;  // as in Record; empty when absent
  std::string extra_json;
  std::string fingerprint;
};

// The last line of a finished file. Only what the line holds is set: n_records, n_bad,
// n_duplicate_ids, metrics and fingerprint.
using AnyResultLine = std::variant<ResultLine, RunSummary>;

// What to_json_line wrote comes back as it was.
Result<AnyResultLine> parse_result_line(std::string_view line);

class ResultReader {
 public:
  // `path` may be "-" for standard input.
  static Result<ResultReader> open(const std::string& path);
  ResultReader(ResultReader&&) noexcept;
  ~ResultReader();

  // nullopt at the end.
  Result<std::optional<AnyResultLine>> next();

 private:
  struct State;
  explicit ResultReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay
