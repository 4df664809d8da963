#pragma once
// Tokenised sequences in a few large arrays: millions of tokens without an allocation a row.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/tokenizer.h"

namespace assay::train {

class TokenRows {
 public:
  struct Row {
    std::span<const std::int32_t> ids;
    std::span<const std::uint8_t> types;
  };

  void add(std::span<const std::uint32_t> ids, std::span<const std::uint32_t> types);
  void add(const Encoding& encoding) { add(encoding.ids, encoding.type_ids); }
  std::size_t size() const { return begins_.size() - 1; }
  std::size_t token_count() const { return ids_.size(); }
  std::size_t length(std::size_t row) const { return begins_[row + 1] - begins_[row]; }
  Row row(std::size_t row) const {
    return {std::span(ids_).subspan(begins_[row], length(row)),
            std::span(types_).subspan(begins_[row], length(row))};
  }
  std::int32_t largest_id() const;
  // Keeps the rows named, in that order.
  void keep(std::span<const std::size_t> rows);

 private:
  std::vector<std::int32_t> ids_;
  std::vector<std::uint8_t> types_;
  std::vector<std::size_t> begins_ = {0};
};

// Some rows laid one behind the other, as the network takes them: no padding anywhere.
struct PackedRows {
  std::vector<std::int64_t> ids;
  std::vector<std::int64_t> types;
  std::vector<std::int64_t> positions;
  std::vector<std::int64_t> offsets = {0};  // row r owns the tokens [offsets[r], offsets[r + 1])

  PackedRows(const TokenRows& rows, std::span<const std::size_t> chosen);
  std::size_t size() const { return offsets.size() - 1; }
  std::size_t token_count() const { return ids.size(); }
};

}  // namespace assay::train
