#include "engine/posix_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "engine/errors.h"

namespace assay::engine {
namespace {

constexpr char kResumeHint[] =
    "what is committed is kept: run the same command again and it goes on from there";
constexpr char kStreamHint[] =
    "make room and run the command anew; a run into a file, -o FILE, could be resumed";

}  // namespace

Result<PosixFile> PosixFile::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor >= 0) return PosixFile(descriptor, path, kResumeHint);
  const int reason = errno;
  if (reason == ENOENT || reason == ENOTDIR) {
    return fail_in_file(ErrorCode::kNotFound, path, "the folder does not exist", "create it first");
  }
  return fail_in_file(ErrorCode::kIo, path,
                      std::string("cannot be written: ") + std::strerror(reason));
}

Result<PosixFile> PosixFile::open_stream(const std::string& path) {
  if (path == "-") return PosixFile(STDOUT_FILENO, "standard output", kStreamHint);
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor >= 0) return PosixFile(descriptor, path, kStreamHint);
  return fail_in_file(ErrorCode::kIo, path,
                      std::string("cannot be written: ") + std::strerror(errno));
}

PosixFile::PosixFile(PosixFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      full_hint_(other.full_hint_) {}

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
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      return io_error("writing failed");
    }
  }
  return {};
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
