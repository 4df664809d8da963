#pragma once
// The bytes of a file or of standard input, read in chunks.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "assay/error.h"

namespace assay::engine {

class ByteSource {
 public:
  // `path` may be "-" for standard input. A directory or a missing file is an error here; a pipe
  // without a writer is not, its first read waits for one. Once `interrupt` (not owned; may be
  // null) is set, reading ends with kInterrupted.
  static Result<ByteSource> open(const std::string& path,
                                 const std::atomic<bool>* interrupt = nullptr);
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
  ByteSource(int descriptor, std::string name, const std::atomic<bool>* interrupt)
      : descriptor_(descriptor), name_(std::move(name)), interrupt_(interrupt) {}

  int descriptor_;
  std::string name_;
  std::optional<std::uint64_t> size_;
  const std::atomic<bool>* interrupt_;
};

}  // namespace assay::engine
