#pragma once
// The lines of a JSONL file, plain or compressed with gzip.
//
//   auto file = JsonlFile::open("train.jsonl.gz");
//   while (true) {
//     auto lines = file->next(4096);        // at most so many lines
//     if (!lines || lines->empty()) break;
//   }
//
// Failure: kNotFound, kIo; a gzip stream that is cut short, damaged or followed by anything else
// than another one is kCorrupt.

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "assay/error.h"
#include "rows/byte_file.h"

namespace assay::rows {

struct JsonlLine {
  std::string text;
  std::uint64_t number = 0;  // 1-based
};

class JsonlFile {
 public:
  static Result<JsonlFile> open(const std::filesystem::path& path);

  // Up to `most` lines that are not blank; none at the end.
  Result<std::vector<JsonlLine>> next(std::size_t most);

  const std::string& name() const { return file_.name(); }

 private:
  explicit JsonlFile(ByteFile file) : file_(std::move(file)) {}
  Result<bool> fill();  // false at the end

  ByteFile file_;
  std::string buffer_;
  std::size_t begin_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace assay::rows
