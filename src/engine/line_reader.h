#pragma once
// Lines of a byte source, one at a time, in bounded memory.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "engine/byte_source.h"

namespace assay::engine {

struct Line {
  std::string_view text;     // without the LF that ends it; valid until the next call
  std::uint64_t number = 0;  // 1-based
  std::uint64_t bytes = 0;   // with its LF, as it stands in the file
  bool complete = true;      // false: longer than the limit, `text` is its beginning
  bool terminated = true;    // false: the last line, without an LF
};

class LineReader {
 public:
  // A line longer than `max_bytes` is cut and marked. A UTF-8 byte order mark at the start is
  // dropped; an input that is no text (file_kind.h) is an error of the first call.
  LineReader(ByteSource source, std::size_t max_bytes);

  // nullopt at the end.
  Result<std::optional<Line>> next();

  // The first character of the input that is not white space, which stays to be read; nullopt when
  // the input, or a quarter of a megabyte of it, holds none. To be called before next().
  Result<std::optional<char>> first_character();

  std::uint64_t bytes_read() const { return bytes_read_; }
  const ByteSource& source() const { return source_; }

 private:
  Result<bool> fill();  // false at the end
  Result<void> start();
  Result<bool> extend();  // reads behind what is buffered; false at the end or without room
  std::string_view buffered() const { return {buffer_.data() + begin_, end_ - begin_}; }
  void keep(std::string_view part);

  ByteSource source_;
  std::size_t max_bytes_;
  std::vector<char> buffer_;
  bool started_ = false;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string kept_;  // the beginning of a line that spans two fills
  std::uint64_t number_ = 0;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace assay::engine
