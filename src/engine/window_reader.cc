#include "engine/window_reader.h"

#include <fmt/format.h>

#include <utility>

#include "engine/errors.h"

namespace assay::engine {
namespace {

constexpr std::size_t kMaxErrors = 10;
constexpr char kRestartHint[] = "put the old input back, or begin anew with --restart";

tl::unexpected<Error> changed_input(std::string message) {
  return tl::unexpected(make_error(ErrorCode::kConflict, std::move(message), kRestartHint));
}

}  // namespace

Result<std::optional<RecordItem>> WindowReader::take() {
  auto item = reader_->next();
  if (!item || !item->has_value()) return item;
  const RecordItem& taken = **item;
  chain_.add(taken);
  ++read_.records;
  read_.bytes = reader_->bytes_read();
  if (!taken.id_is_made) ids_.add(taken.record.id);
  read_.duplicate_ids = ids_.count();
  if (taken.error) {
    ++read_.bad;
    if (read_.first_errors.size() < kMaxErrors) read_.first_errors.push_back(*taken.error);
  }
  return item;
}

Result<Window> WindowReader::next() {
  Window window;
  std::size_t bytes = 0;
  while (window.items.size() < window_records_ && bytes < kMaxBytes) {
    auto item = take();
    if (!item) return tl::unexpected(item.error());
    if (!item->has_value()) break;
    bytes += (*item)->bytes;
    window.items.push_back(std::move(**item));
  }
  window.input_chain = chain_.hex();
  window.read = read_;
  return window;
}

Result<ReadSoFar> WindowReader::skip(std::span<const WindowMark> windows) {
  for (const WindowMark& window : windows) {
    const std::uint64_t first = read_.records + 1;
    while (read_.records < window.records) {
      const auto item = take();
      if (!item) return tl::unexpected(item.error());
      if (!item->has_value()) {
        return changed_input(fmt::format(
            "the input has only {} records now, fewer than the unfinished run has scored",
            read_.records));
      }
    }
    if (chain_.hex() != window.input_chain) {
      return changed_input(fmt::format(
          "the input has changed since the unfinished run began: records {} to {} are not the same",
          first, window.records));
    }
  }
  return read_;
}

}  // namespace assay::engine
