#include "engine/sampler.h"

#include <algorithm>
#include <utility>

namespace assay::engine {
namespace {

constexpr std::size_t kMaxErrors = 10;

// Calls take(item) for every record of the input until it returns false.
template <typename Take>
Result<void> for_each_item(const RecordSource& source, Take take) {
  auto reader = open_records(source);
  if (!reader) return tl::unexpected(reader.error());
  for (;;) {
    auto item = (*reader)->next();
    if (!item) return tl::unexpected(item.error());
    if (!item->has_value() || !take(**item)) return {};
  }
}

}  // namespace

std::uint64_t text_bytes(const Record& record) {
  std::uint64_t bytes = record.response.size();
  for (const Passage& passage : record.knowledge) bytes += passage.text.size();
  for (const std::string& reference : record.references) bytes += reference.size();
  return bytes;
}

Result<InputCensus> take_census(const RecordSource& source) {
  InputCensus census;
  const auto read = for_each_item(source, [&](const RecordItem& item) {
    ++census.records;
    if (item.error) {
      ++census.bad;
      if (census.first_errors.size() < kMaxErrors) census.first_errors.push_back(*item.error);
    } else {
      census.text_bytes += text_bytes(item.record);
      if (item.record.knowledge.empty()) ++census.without_knowledge;
      if (item.record.references.empty()) ++census.without_reference;
    }
    return true;
  });
  if (!read) return tl::unexpected(read.error());
  return census;
}

Result<std::vector<Record>> take_sample(const RecordSource& source, std::uint64_t good,
                                        std::size_t size) {
  const std::uint64_t wanted = std::min<std::uint64_t>(size, good);
  std::vector<Record> sample;
  std::uint64_t at = 0;
  const auto read = for_each_item(source, [&](RecordItem& item) {
    if (sample.size() == wanted) return false;
    // The middle of each of `wanted` equal parts.
    const std::uint64_t next = (2 * sample.size() + 1) * good / (2 * wanted);
    if (!item.error && at++ == next) sample.push_back(std::move(item.record));
    return true;
  });
  if (!read) return tl::unexpected(read.error());
  return sample;
}

}  // namespace assay::engine
