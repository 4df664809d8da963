#pragma once
// Reading records from JSON lines, CSV and TSV; the formats are described in
// docs/formats/record.md.
//
//   auto reader = open_records({.input = "dialogues.csv", .fields = {{"response", "answer"}}});
//   if (!reader) return tl::unexpected(reader.error());
//   for (;;) {
//     auto item = (*reader)->next();
//     if (!item) return tl::unexpected(item.error());  // the file itself cannot be read on
//     if (!item->has_value()) break;                   // the end
//     if ((*item)->error) ...                          // this record is bad, the next may be good
//   }
//
// A bad record (bytes that are not UTF-8, a missing response, a wrong type, broken JSON, a ragged
// row, a record over max_record_bytes) does not end the reading: it comes as an item with `error`,
// at its place in the input.
//
// Thread-safety: one reader, one thread at a time.
// Cost: the file is streamed; memory is bounded by the longest record, at most max_record_bytes.
// Failure: open_records fails when the file is missing, a directory, unreadable or no UTF-8 text
// (UTF-16, gzip, zip, ...), when its format cannot be told from its name, when JSON lines are one
// JSON list, when a CSV header has no column for a needed field or two columns of one name, when
// the first good JSON line lacks a mapped key, and when `fields` makes no sense.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/error.h"
#include "assay/record.h"

namespace assay {

enum class InputFormat { kAuto, kJsonl, kCsv, kTsv };

const char* to_string(InputFormat format);

// What a quote means in CSV and TSV.
enum class Quoting {
  kCsv,   // one that opens a cell quotes it, up to a closing one; others are ordinary characters
  kNone,  // an ordinary character, wherever it stands
};

const char* to_string(Quoting quoting);

struct RecordSource {
  std::string input = {};  // a path, or "-" for standard input
  // kAuto: by file ending (.jsonl, .ndjson, .json; .csv; .tsv, .tab); standard input is JSON lines.
  InputFormat format = InputFormat::kAuto;
  Quoting quoting = Quoting::kCsv;  // JSON lines do not look at it
  // Record field -> column or JSON key. A field that is not named here is read from the column or
  // key of its own name; one that is named here must be there in every record.
  std::vector<std::pair<std::string, std::string>> fields = {};
  std::size_t max_record_bytes = std::size_t{64} << 20;
  // The field that the records are read for: an input without its column or key is refused.
  // A record without it is bad only where it is the response.
  std::string wanted = "response";
  // Not owned. Once it is set, opening and reading end with kInterrupted.
  const std::atomic<bool>* interrupt = nullptr;
};

// Whether what is read from `input` is gone then: standard input, a pipe, a device, but no file.
// It is not opened, so nothing of it is lost.
bool is_read_once(const std::string& input);

// What open_records would refuse, as far as it can be told without using up an input that can be
// read only once: of that, the options alone.
Result<void> check_records(const RecordSource& source);

struct ContentHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend bool operator==(const ContentHash&, const ContentHash&) = default;
};

struct RecordItem {
  // With an error: ordinal, line and id are set, and label_json as far as it could be read.
  Record record;
  std::optional<Error> error;
  bool id_is_made = false;  // from the line number, for want of one in the input
  ContentHash content;      // of the record's bytes as they stand in the input
  std::size_t bytes = 0;    // that it takes in the input
};

class RecordReader {
 public:
  virtual ~RecordReader() = default;
  // nullopt at the end of the input.
  virtual Result<std::optional<RecordItem>> next() = 0;
  // Bytes consumed so far, and of the whole input where it is a regular file.
  virtual std::uint64_t bytes_read() const = 0;
  virtual std::optional<std::uint64_t> bytes_total() const = 0;
  virtual InputFormat format() const = 0;  // never kAuto
  // Whether the input is a regular file, which can be read a second time.
  virtual bool is_rereadable() const = 0;
};

Result<std::unique_ptr<RecordReader>> open_records(const RecordSource& source);

}  // namespace assay
