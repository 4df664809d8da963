#pragma once
// The merges of byte-pair encoding, and their application to a word.
//
// Of all neighbours that may merge, those with the lowest rank do, the leftmost first, until none
// may. Thread-safety: immutable once filled. Cost: short words by looking at every pair again, long
// ones with a queue, in n log n.

#include <cstdint>
#include <vector>

namespace assay::text {

// A part of a word: its token, and how many bytes of the word it stands for (never none).
struct Symbol {
  std::uint32_t id = 0;
  std::uint32_t size = 0;
};

class BpeMerges {
 public:
  static constexpr std::uint32_t kNoRank = 0xFFFFFFFF;

  struct Merge {
    std::uint32_t rank = kNoRank;
    std::uint32_t id = 0;
  };

  // A later merge of the same pair replaces an earlier one.
  void insert(std::uint32_t left, std::uint32_t right, Merge merge);

  // Rank kNoRank when the two do not merge.
  Merge find(std::uint32_t left, std::uint32_t right) const;

  void apply(std::vector<Symbol>& symbols) const;

 private:
  struct Slot {
    std::uint64_t pair = 0;
    Merge merge;  // a free slot has no rank
  };

  std::size_t slot_of(std::uint64_t pair) const;
  void grow();
  void apply_to_short(std::vector<Symbol>& symbols) const;
  void apply_to_long(std::vector<Symbol>& symbols) const;

  std::size_t size_ = 0;
  std::vector<Slot> slots_ = std::vector<Slot>(16);  // a power of two, at most half full
};

}  // namespace assay::text
