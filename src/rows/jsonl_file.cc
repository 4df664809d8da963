#include "rows/jsonl_file.h"

namespace assay::rows {
namespace {

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \t\r") == std::string::npos;
}

}  // namespace

Result<JsonlFile> JsonlFile::open(const std::filesystem::path& path) {
  auto file = ByteFile::open(path);
  if (!file) return tl::unexpected(file.error());
  return JsonlFile(*std::move(file));
}

Result<bool> JsonlFile::fill() {
  constexpr std::size_t kChunk = std::size_t{1} << 18U;
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t old = buffer_.size();
  buffer_.resize(old + kChunk);
  const auto count = file_.read(buffer_.data() + old, kChunk);
  if (!count) return tl::unexpected(count.error());
  buffer_.resize(old + *count);
  return *count > 0;
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
