#pragma once
// Splits of words that a tokenizer has seen, shared by all threads.
//
// An entry is never changed or dropped once it is in, so that pointers to it stay valid as long as
// the cache; when the cache is full, new words are simply not kept. A split depends on the word
// alone: results do not depend on what is cached.
//
// Thread-safety: full. Cost of a hit: one hash and an uncontended lock.

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string_view>
#include <utility>

#include "nlp/special_cases.h"

namespace assay::nlp {

class SplitCache {
 public:
  const WordSplit* find(std::string_view word) const {
    const std::size_t hash = StringHash{}(word);
    const Shard& shard = shards_[hash % kShards];
    const std::shared_lock lock(shard.mutex);
    const auto entry = shard.splits.find(word);
    return entry == shard.splits.end() ? nullptr : entry->second.get();
  }

  // Takes `split` and returns where it now lives; leaves it and returns null when there is no room.
  const WordSplit* keep(std::string_view word, std::unique_ptr<const WordSplit>& split) {
    if (word.size() > kLongestWord) return nullptr;
    Shard& shard = shards_[StringHash{}(word) % kShards];
    const std::unique_lock lock(shard.mutex);
    if (shard.splits.size() >= kWordsPerShard) return nullptr;
    // Another thread may have been faster; its split is the same.
    return shard.splits.try_emplace(std::string(word), std::move(split)).first->second.get();
  }

 private:
  static constexpr std::size_t kShards = 16;
  static constexpr std::size_t kWordsPerShard = 4096;
  static constexpr std::size_t kLongestWord = 64;

  struct Shard {
    mutable std::shared_mutex mutex;
    TextMap<std::unique_ptr<const WordSplit>> splits;
  };

  std::array<Shard, kShards> shards_;
};

}  // namespace assay::nlp
