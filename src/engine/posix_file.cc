#include "engine/posix_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "engine/descriptor_wait.h"
#include "engine/errors.h"
#include "engine/standard_streams.h"

namespace assay::engine {
namespace {

constexpr char kResumeHint[] =
    "what is committed is kept: run the same command again and it goes on from there";
constexpr char kStreamHint[] =
    "make room and run the command anew; a run into a file, -o FILE, could be resumed";

tl::unexpected<Error> interrupted(const std::string& path) {
  return fail_in_file(ErrorCode::kInterrupted, path, "waiting for its reader was interrupted");
}

bool is_pipe(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISFIFO(info.st_mode);
}

// Without O_NONBLOCK, opening a pipe waits for its reader and heeds no flag.
Result<int> open_existing(const std::string& path, const std::atomic<bool>* interrupt) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor >= 0) return descriptor;
    const int reason = errno;
    if (reason != ENXIO || !is_pipe(path)) {
      return fail_in_file(ErrorCode::kIo, path,
                          std::string("cannot be written: ") + std::strerror(reason));
    }
    if (!wait_a_moment(interrupt)) return interrupted(path);
  }
}

}  // namespace

Result<PosixFile> PosixFile::open(const std::string& path) {
  return open_with(path, O_RDWR | O_CREAT | O_CLOEXEC);
}

Result<PosixFile> PosixFile::create(const std::string& path) {
  return open_with(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC);
}

Result<PosixFile> PosixFile::open_with(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags, 0666);
  if (descriptor >= 0) return PosixFile(descriptor, path, kResumeHint);
  const int reason = errno;
  if (reason == ENOENT || reason == ENOTDIR) {
    return fail_in_file(ErrorCode::kNotFound, path, "the folder does not exist", "create it first");
  }
  if (reason == EEXIST) return fail_in_file(ErrorCode::kConflict, path, "exists already");
  return fail_in_file(ErrorCode::kIo, path,
                      std::string("cannot be written: ") + std::strerror(reason));
}

Result<PosixFile> PosixFile::open_stream(const std::string& path,
                                         const std::atomic<bool>* interrupt) {
  Result<int> descriptor = STDOUT_FILENO;
  if (path != "-") {
    descriptor = open_existing(path, interrupt);
  } else if (auto usable = check_standard_output(); !usable) {
    return tl::unexpected(usable.error());
  }
  if (!descriptor) return tl::unexpected(descriptor.error());
  PosixFile file(*descriptor, path == "-" ? "standard output" : path, kStreamHint);
  file.is_stream_ = true;
  file.interrupt_ = interrupt;
  return file;
}

PosixFile::PosixFile(PosixFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      full_hint_(other.full_hint_),
      is_stream_(other.is_stream_),
      interrupt_(other.interrupt_) {}

PosixFile::~PosixFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

tl::unexpected<Error> PosixFile::io_error(const char* what) const {
  const int reason = errno;
  return fail_in_file(ErrorCode::kIo, path_, std::string(what) + ": " + std::strerror(reason),
                      reason == ENOSPC || reason == EFBIG || reason == EDQUOT ? full_hint_ : "");
}

Result<void> PosixFile::lock() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return {};
  if (errno != EWOULDBLOCK) return io_error("cannot be locked");
  return fail_in_file(ErrorCode::kConflict, path_, "another process is writing this output",
                      "wait for it or choose another output");
}

Result<void> PosixFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = write_some(bytes);
    if (!count) return tl::unexpected(count.error());
    bytes.remove_prefix(*count);
  }
  return {};
}

// A stream that is ready takes at least PIPE_BUF bytes, but can block on more of them.
Result<std::size_t> PosixFile::write_some(std::string_view bytes) {
  if (is_stream_) {
    if (!wait_until_ready(descriptor_, POLLOUT, interrupt_)) return interrupted(path_);
    bytes = bytes.substr(0, PIPE_BUF);
  }
  const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
  if (count >= 0) return static_cast<std::size_t>(count);
  if (errno == EINTR || errno == EAGAIN) return std::size_t{0};
  return io_error("writing failed");
}

Result<void> PosixFile::truncate(std::uint64_t size) {
  const auto offset = static_cast<off_t>(size);
  if (::ftruncate(descriptor_, offset) != 0 || ::lseek(descriptor_, offset, SEEK_SET) != offset) {
    return io_error("cannot be cut");
  }
  return {};
}

Result<void> PosixFile::sync() {
  if (::fdatasync(descriptor_) != 0) return io_error("cannot be brought to the disk");
  return {};
}

Result<void> sync_folder_of(const std::string& path) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool good = descriptor >= 0 && ::fsync(descriptor) == 0;
  const int reason = errno;
  if (descriptor >= 0) ::close(descriptor);
  // Some file systems cannot sync a folder; then there is nothing to be done for it.
  if (good || reason == EINVAL || reason == EROFS) return {};
  return fail_in_file(ErrorCode::kIo, folder.string(),
                      std::string("cannot be brought to the disk: ") + std::strerror(reason));
}

Result<void> rename_durably(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) {
    return fail_in_file(ErrorCode::kIo, to,
                        std::string("cannot be put in place: ") + std::strerror(errno));
  }
  return sync_folder_of(to);
}

}  // namespace assay::engine
