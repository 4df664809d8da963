#pragma once
// The bytes of a file or of standard input, read in chunks.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "assay/error.h"

namespace assay::engine {

class ByteSource {
 public:
  // `path` may be "-" for standard input. A directory or a missing file is an error here.
  static Result<ByteSource> open(const std::string& path);
  ByteSource(ByteSource&& other) noexcept;
  ByteSource& operator=(ByteSource&&) = delete;
  ~ByteSource();

  // Fills a part of `buffer`; 0 at the end.
  Result<std::size_t> read(std::span<char> buffer);

  // "-" reads as "standard input"; for messages.
  const std::string& name() const { return name_; }
  // Absent where the length is not known (pipes).
  std::optional<std::uint64_t> size() const { return size_; }

 private:
  ByteSource(int descriptor, std::string name, std::optional<std::uint64_t> size)
      : descriptor_(descriptor), name_(std::move(name)), size_(size) {}

  int descriptor_;
  std::string name_;
  std::optional<std::uint64_t> size_;
};

}  // namespace assay::engine
