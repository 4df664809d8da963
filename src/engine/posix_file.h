#pragma once
// A file that is written so that it survives a crash.

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "assay/error.h"

namespace assay::engine {

class PosixFile {
 public:
  // Opens `path` for reading and writing, creating it when it is missing. Nothing is truncated;
  // writing starts at the beginning.
  static Result<PosixFile> open(const std::string& path);
  // The same for a file that is not there yet; kConflict when it is.
  static Result<PosixFile> create(const std::string& path);
  // Standard output ("-"), or a device or pipe that exists already; of a pipe the reader is waited
  // for. Once `interrupt` (not owned; may be null) is set, waiting for a reader, here and in
  // write(), ends with kInterrupted.
  static Result<PosixFile> open_stream(const std::string& path,
                                       const std::atomic<bool>* interrupt = nullptr);
  PosixFile(PosixFile&& other) noexcept;
  PosixFile& operator=(PosixFile&&) = delete;
  ~PosixFile();

  // Fails with kConflict when another process holds the lock; it goes when the file is closed.
  Result<void> lock();
  Result<void> write(std::string_view bytes);
  // Cuts the file to `size` bytes and goes on writing there.
  Result<void> truncate(std::uint64_t size);
  // Returns when what was written is on the disk.
  Result<void> sync();

 private:
  PosixFile(int descriptor, std::string path, const char* full_hint)
      : descriptor_(descriptor), path_(std::move(path)), full_hint_(full_hint) {}
  static Result<PosixFile> open_with(const std::string& path, int flags);
  tl::unexpected<Error> io_error(const char* what) const;
  Result<std::size_t> write_some(std::string_view bytes);

  int descriptor_;
  std::string path_;
  const char* full_hint_;  // what to do when there is no room
  bool is_stream_ = false;
  const std::atomic<bool>* interrupt_ = nullptr;
};

// Makes creations and renames in the folder of `path` survive a crash.
Result<void> sync_folder_of(const std::string& path);

// Gives `from` the name `to`, for good.
Result<void> rename_durably(const std::string& from, const std::string& to);

}  // namespace assay::engine
