#include "rows/jsonl_file.h"

#include <cerrno>
#include <cstring>

#include "engine/errors.h"

namespace assay::rows {
namespace {

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \t\r") == std::string::npos;
}

}  // namespace

Result<JsonlFile> JsonlFile::open(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return engine::fail_in_file(ErrorCode::kInvalidInput, path.string(),
                                "is a directory, not a JSONL file");
  }
  const gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) {
    return engine::fail_in_file(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                                path.string(),
                                std::string("cannot be opened: ") + std::strerror(errno));
  }
  return JsonlFile(file, path.string());
}

Result<bool> JsonlFile::fill() {
  constexpr unsigned kChunk = 1U << 18;
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t old = buffer_.size();
  buffer_.resize(old + kChunk);
  const int count = gzread(file_.get(), buffer_.data() + old, kChunk);
  int code = Z_OK;
  const char* message = gzerror(file_.get(), &code);
  if (count < 0 || (code != Z_OK && code != Z_STREAM_END)) {
    return engine::fail_in_file(ErrorCode::kCorrupt, name_,
                                std::string("cannot be read: ") + message);
  }
  buffer_.resize(old + static_cast<std::size_t>(count));
  return count > 0;
}

Result<std::vector<JsonlLine>> JsonlFile::next(std::size_t most) {
  std::vector<JsonlLine> lines;
  while (lines.size() < most) {
    std::size_t feed = buffer_.find('\n', begin_);
    while (feed == std::string::npos) {
      const std::size_t pending = buffer_.size() - begin_;
      const auto more = fill();
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
      feed = buffer_.find('\n', begin_ + pending);
    }
    if (feed == std::string::npos && begin_ == buffer_.size()) break;
    JsonlLine line;
    line.number = ++number_;
    line.text = buffer_.substr(begin_, feed == std::string::npos ? feed : feed - begin_);
    begin_ = feed == std::string::npos ? buffer_.size() : feed + 1;
    if (!is_blank(line.text)) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace assay::rows
