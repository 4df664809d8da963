#include "nlp/word_cache.h"

#include <bit>
#include <cstring>

namespace assay::nlp {

struct WordCache::Entry {
  WordKey key;
  std::unique_ptr<float[]> values;
};

WordCache::WordCache(std::size_t values, std::size_t most_words)
    : values_(values), most_words_(most_words), slots_(std::bit_ceil(2 * most_words + 1)) {}

WordCache::~WordCache() {
  for (std::atomic<Entry*>& slot : slots_) delete slot.load(std::memory_order_relaxed);
}

// The ids are hashes already; multiplying spreads them to the upper bits.
std::size_t WordCache::first_slot(const WordKey& key) const {
  std::uint64_t hash = key.norm;
  for (const std::uint64_t part : {key.prefix, key.suffix, key.shape, key.flags}) {
    hash = std::rotl(hash, 23) ^ part;
    hash *= 0x9e3779b97f4a7c15;
  }
  return (hash >> 32) & (slots_.size() - 1);
}

const float* WordCache::find(const WordKey& key) const {
  for (std::size_t slot = first_slot(key);; slot = (slot + 1) & (slots_.size() - 1)) {
    const Entry* entry = slots_[slot].load(std::memory_order_acquire);
    if (entry == nullptr) return nullptr;
    if (entry->key == key) return entry->values.get();
  }
}

void WordCache::insert(const WordKey& key, const float* values) {
  // Reserving a place first keeps the table at most half full, whatever threads race.
  if (words_.fetch_add(1, std::memory_order_relaxed) >= most_words_) {
    words_.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  auto entry = std::make_unique<Entry>(Entry{key, std::make_unique<float[]>(values_)});
  std::memcpy(entry->values.get(), values, values_ * sizeof(float));
  for (std::size_t slot = first_slot(key);; slot = (slot + 1) & (slots_.size() - 1)) {
    Entry* occupant = nullptr;
    if (slots_[slot].compare_exchange_strong(occupant, entry.get(), std::memory_order_acq_rel,
                                             std::memory_order_acquire)) {
      static_cast<void>(entry.release());
      return;
    }
    if (occupant->key == key) break;  // another thread was first
  }
  words_.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace assay::nlp
