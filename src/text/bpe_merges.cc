#include "text/bpe_merges.h"

#include <algorithm>
#include <array>
#include <queue>

namespace assay::text {
namespace {

// Where looking at every pair again becomes slower than a queue.
constexpr std::size_t kLongestShort = 48;

std::uint64_t pair_of(std::uint32_t left, std::uint32_t right) {
  return static_cast<std::uint64_t>(left) << 32 | right;
}

std::uint64_t mix(std::uint64_t pair) {
  const std::uint64_t product = pair * 0x9E3779B97F4A7C15ULL;
  return product ^ product >> 32;
}

// Symbols as a list, and the merges that wait, by rank and place.
class MergeQueue {
 public:
  MergeQueue(const BpeMerges& merges, const std::vector<Symbol>& symbols) : merges_(merges) {
    nodes_.reserve(symbols.size());
    for (std::uint32_t i = 0; i < symbols.size(); ++i) {
      nodes_.push_back({symbols[i], i == 0 ? kNone : i - 1, i + 1});
    }
    nodes_.back().next = kNone;
    for (std::uint32_t i = 0; i + 1 < symbols.size(); ++i) offer(i);
  }

  void run() {
    while (!waiting_.empty()) {
      const Waiting top = waiting_.top();
      waiting_.pop();
      Node& left = nodes_[top.place()];
      if (left.symbol.size == 0 || left.next == kNone) continue;
      Node& right = nodes_[left.next];
      const auto merge = merges_.find(left.symbol.id, right.symbol.id);
      if (merge.rank == BpeMerges::kNoRank || merge.id != top.id) continue;
      join(top.place(), merge.id);
    }
  }

  void write(std::vector<Symbol>& symbols) const {
    symbols.clear();
    for (const Node& node : nodes_) {
      if (node.symbol.size != 0) symbols.push_back(node.symbol);
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  struct Node {
    Symbol symbol;  // of no size: it was merged into the one before
    std::uint32_t previous;
    std::uint32_t next;
  };

  struct Waiting {
    std::uint64_t rank_and_place;
    std::uint32_t id;
    std::uint32_t place() const { return static_cast<std::uint32_t>(rank_and_place); }
    bool operator>(const Waiting& other) const { return rank_and_place > other.rank_and_place; }
  };

  void offer(std::uint32_t place) {
    const Node& left = nodes_[place];
    const auto merge = merges_.find(left.symbol.id, nodes_[left.next].symbol.id);
    if (merge.rank != BpeMerges::kNoRank) waiting_.push({pair_of(merge.rank, place), merge.id});
  }

  void join(std::uint32_t place, std::uint32_t id) {
    Node& left = nodes_[place];
    Node& right = nodes_[left.next];
    left.symbol = {id, left.symbol.size + right.symbol.size};
    left.next = right.next;
    right.symbol.size = 0;
    if (left.next != kNone) nodes_[left.next].previous = place;
    if (left.previous != kNone) offer(left.previous);
    if (left.next != kNone) offer(place);
  }

  const BpeMerges& merges_;
  std::vector<Node> nodes_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
};

}  // namespace

std::size_t BpeMerges::slot_of(std::uint64_t pair) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(mix(pair)) & mask;
  while (slots_[slot].merge.rank != kNoRank && slots_[slot].pair != pair) slot = (slot + 1) & mask;
  return slot;
}

void BpeMerges::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.merge.rank != kNoRank) slots_[slot_of(slot.pair)] = slot;
  }
}

void BpeMerges::insert(std::uint32_t left, std::uint32_t right, Merge merge) {
  if ((size_ + 1) * 2 > slots_.size()) grow();
  Slot& slot = slots_[slot_of(pair_of(left, right))];
  if (slot.merge.rank == kNoRank) ++size_;
  slot = {pair_of(left, right), merge};
}

BpeMerges::Merge BpeMerges::find(std::uint32_t left, std::uint32_t right) const {
  return slots_[slot_of(pair_of(left, right))].merge;
}

void BpeMerges::apply(std::vector<Symbol>& symbols) const {
  if (symbols.size() < 2) return;
  if (symbols.size() <= kLongestShort) {
    apply_to_short(symbols);
  } else {
    apply_to_long(symbols);
  }
}

void BpeMerges::apply_to_short(std::vector<Symbol>& symbols) const {
  std::array<Merge, kLongestShort> merges;  // of each symbol with the next one
  std::size_t pairs = symbols.size() - 1;
  for (std::size_t i = 0; i < pairs; ++i) merges[i] = find(symbols[i].id, symbols[i + 1].id);
  while (pairs > 0) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < pairs; ++i) {
      if (merges[i].rank < merges[best].rank) best = i;
    }
    if (merges[best].rank == kNoRank) break;
    symbols[best] = {merges[best].id, symbols[best].size + symbols[best + 1].size};
    symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    std::copy(merges.begin() + static_cast<std::ptrdiff_t>(best) + 1,
              merges.begin() + static_cast<std::ptrdiff_t>(pairs),
              merges.begin() + static_cast<std::ptrdiff_t>(best));
    --pairs;
    if (best > 0) merges[best - 1] = find(symbols[best - 1].id, symbols[best].id);
    if (best < pairs) merges[best] = find(symbols[best].id, symbols[best + 1].id);
  }
}

void BpeMerges::apply_to_long(std::vector<Symbol>& symbols) const {
  MergeQueue queue(*this, symbols);
  queue.run();
  queue.write(symbols);
}

}  // namespace assay::text
