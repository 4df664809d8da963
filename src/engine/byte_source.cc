#include "engine/byte_source.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/interrupt.h"
#include "engine/descriptor_wait.h"
#include "engine/errors.h"
#include "engine/standard_streams.h"

namespace assay::engine {

Result<ByteSource> ByteSource::open(const std::string& path, const std::atomic<bool>* interrupt) {
  if (path == "-") {
    if (auto usable = check_standard_input(); !usable) return tl::unexpected(usable.error());
    return ByteSource(STDIN_FILENO, "standard input", interrupt);
  }
  // O_NONBLOCK, so that opening a pipe does not wait for its writer: read() does.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    const int reason = errno;
    if (reason == ENOENT || reason == ENOTDIR) {
      return fail_in_file(ErrorCode::kNotFound, path, "there is no such file");
    }
    return fail_in_file(ErrorCode::kIo, path,
                        std::string("cannot be opened: ") + std::strerror(reason));
  }
  ByteSource source(descriptor, path, interrupt);
  struct stat info {};
  if (::fstat(descriptor, &info) != 0) {
    return fail_in_file(ErrorCode::kIo, path,
                        std::string("cannot be read: ") + std::strerror(errno));
  }
  if (S_ISDIR(info.st_mode)) {
    return fail_in_file(ErrorCode::kInvalidInput, path, "is a directory, not a file of records");
  }
  if (S_ISREG(info.st_mode)) source.size_ = static_cast<std::uint64_t>(info.st_size);
  return source;
}

ByteSource::ByteSource(ByteSource&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      name_(std::move(other.name_)),
      size_(other.size_),
      interrupt_(other.interrupt_) {}

ByteSource::~ByteSource() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

Result<std::size_t> ByteSource::read(std::span<char> buffer) {
  for (;;) {
    const bool ready = wait_until_ready(descriptor_, POLLIN, interrupt_);
    if (!ready || base::is_set(interrupt_)) {
      return fail_in_file(ErrorCode::kInterrupted, name_, "reading was interrupted");
    }
    const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR && errno != EAGAIN) {
      return fail_in_file(ErrorCode::kIo, name_,
                          std::string("reading failed: ") + std::strerror(errno));
    }
  }
}

}  // namespace assay::engine
