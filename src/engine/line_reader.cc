#include "engine/line_reader.h"

#include <algorithm>
#include <utility>

#include "engine/errors.h"
#include "engine/file_kind.h"

namespace assay::engine {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18;

}  // namespace

LineReader::LineReader(ByteSource source, std::size_t max_bytes)
    : source_(std::move(source)), max_bytes_(max_bytes), buffer_(kChunk) {}

Result<bool> LineReader::fill() {
  begin_ = end_ = 0;
  const auto count = source_.read(buffer_);
  if (!count) return tl::unexpected(count.error());
  end_ = *count;
  return end_ > 0;
}

Result<bool> LineReader::extend() {
  const auto count = source_.read(std::span(buffer_).subspan(end_));
  if (!count) return tl::unexpected(count.error());
  end_ += *count;
  return *count > 0;
}

// Looks at the first bytes, which can be split over reads of a pipe.
Result<void> LineReader::start() {
  if (started_) return {};
  while (end_ < kFileKindBytes) {
    const auto more = extend();
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
  }
  if (auto text = check_is_text(buffered(), source_.name()); !text) return text;
  if (buffered().starts_with("\xEF\xBB\xBF")) {
    begin_ = 3;
    bytes_read_ = 3;
  }
  started_ = true;
  return {};
}

Result<std::optional<char>> LineReader::first_character() {
  if (auto started = start(); !started) return tl::unexpected(started.error());
  for (;;) {
    const std::size_t at = buffered().find_first_not_of(" \t\r\n");
    if (at != std::string_view::npos) return buffered()[at];
    const auto more = extend();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return std::optional<char>();
  }
}

void LineReader::keep(std::string_view part) {
  kept_.append(part.substr(0, max_bytes_ + 1 - std::min(max_bytes_ + 1, kept_.size())));
}

Result<std::optional<Line>> LineReader::next() {
  if (auto started = start(); !started) return tl::unexpected(started.error());
  kept_.clear();
  Line line;
  line.number = ++number_;
  for (;;) {
    const std::string_view rest = buffered();
    const std::size_t feed = rest.find('\n');
    const bool found = feed != std::string_view::npos;
    const std::string_view part = rest.substr(0, feed);
    begin_ += part.size() + (found ? 1 : 0);
    line.bytes += part.size() + (found ? 1 : 0);
    if (found && kept_.empty()) {
      line.text = part;
    } else {
      keep(part);
      line.text = kept_;
    }
    if (found) break;
    const auto more = fill();
    if (!more) return tl::unexpected(more.error());
    if (!*more) {
      if (line.bytes == 0) return std::optional<Line>();
      line.terminated = false;
      break;
    }
  }
  bytes_read_ += line.bytes;
  line.complete = line.text.size() <= max_bytes_;
  line.text = line.text.substr(0, max_bytes_);
  return line;
}

}  // namespace assay::engine
