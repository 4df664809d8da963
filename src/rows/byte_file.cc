#include "rows/byte_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "engine/errors.h"

namespace assay::rows {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18U;
constexpr int kGzipOnly = 15 + 16;  // of inflateInit2: the largest window, with a gzip header

bool begins_gzip(const std::vector<unsigned char>& bytes) {
  return bytes.size() >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

}  // namespace

void ByteFile::End::operator()(z_stream* stream) const {
  inflateEnd(stream);
  delete stream;
}

Result<ByteFile> ByteFile::open(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return engine::fail_in_file(ErrorCode::kInvalidInput, path.string(),
                                "is a directory, not a JSONL file");
  }
  std::FILE* file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr) {
    return engine::fail_in_file(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                                path.string(),
                                std::string("cannot be opened: ") + std::strerror(errno));
  }
  return ByteFile(file, path.string());
}

tl::unexpected<Error> ByteFile::damaged(const std::string& why) const {
  return engine::fail_in_file(ErrorCode::kCorrupt, name_, "cannot be read: " + why);
}

Result<void> ByteFile::refill() {
  raw_.resize(kChunk);
  raw_.resize(std::fread(raw_.data(), 1, raw_.size(), file_.get()));
  taken_ = 0;
  raw_total_ += raw_.size();
  if (std::ferror(file_.get()) == 0) return {};
  return engine::fail_in_file(ErrorCode::kIo, name_,
                              std::string("cannot be read: ") + std::strerror(errno));
}

Result<std::size_t> ByteFile::read(char* bytes, std::size_t most) {
  if (!begun_) {
    begun_ = true;
    if (auto filled = refill(); !filled) return tl::unexpected(filled.error());
    if (begins_gzip(raw_)) {
      auto stream = std::make_unique<z_stream>();
      if (inflateInit2(stream.get(), kGzipOnly) != Z_OK) return damaged("zlib cannot be started");
      gzip_.reset(stream.release());
    }
  }
  return gzip_ ? inflate_some(bytes, most) : read_plain(bytes, most);
}

Result<std::size_t> ByteFile::read_plain(char* bytes, std::size_t most) {
  if (taken_ == raw_.size()) {
    if (auto filled = refill(); !filled) return tl::unexpected(filled.error());
  }
  const std::size_t count = std::min(most, raw_.size() - taken_);
  std::memcpy(bytes, raw_.data() + taken_, count);
  taken_ += count;
  return count;
}

Result<std::size_t> ByteFile::inflate_some(char* bytes, std::size_t most) {
  std::size_t count = 0;
  while (count == 0) {
    if (taken_ == raw_.size()) {
      if (auto filled = refill(); !filled) return tl::unexpected(filled.error());
      if (raw_.empty() && !is_within_member_) return 0;
      if (raw_.empty()) return damaged("unexpected end of file");
    }
    const std::uint64_t place = raw_total_ - (raw_.size() - taken_);
    const bool begins = !is_within_member_;
    if (begins) inflateReset(gzip_.get());
    is_within_member_ = true;
    gzip_->next_in = raw_.data() + taken_;
    gzip_->avail_in = static_cast<unsigned>(raw_.size() - taken_);
    gzip_->next_out = reinterpret_cast<unsigned char*>(bytes);
    gzip_->avail_out = static_cast<unsigned>(std::min<std::size_t>(most, kChunk));
    const unsigned room = gzip_->avail_out;
    const int code = inflate(gzip_.get(), Z_NO_FLUSH);
    taken_ = raw_.size() - gzip_->avail_in;
    count = room - gzip_->avail_out;
    if (code == Z_STREAM_END) {
      is_within_member_ = false;
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      if (begins && place > 0)
        return damaged("behind byte " + std::to_string(place) + " it is not gzip any more");
      return damaged(gzip_->msg != nullptr ? gzip_->msg : "the gzip data is damaged");
    }
  }
  return count;
}

}  // namespace assay::rows
