#pragma once
// Remembers what a network computed for a word, whose vectors depend on its ids alone.
//
// A hash table that only grows, up to a fixed number of words: an entry never moves and is never
// freed before the cache, so readers need no lock and may keep what they found. The first words of
// a run fill it, which are the frequent ones. Values are the bits that computing again would give,
// so what is cached never shows in a result. Thread-safe.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace assay::nlp {

struct WordKey {
  std::uint64_t norm = 0;
  std::uint64_t prefix = 0;
  std::uint64_t suffix = 0;
  std::uint64_t shape = 0;
  std::uint64_t flags = 0;
  friend bool operator==(const WordKey&, const WordKey&) = default;
};

class WordCache {
 public:
  // `values` floats a word, at most `most_words` words.
  WordCache(std::size_t values, std::size_t most_words);
  ~WordCache();
  WordCache(const WordCache&) = delete;
  WordCache& operator=(const WordCache&) = delete;

  // Null when the word is not known.
  const float* find(const WordKey& key) const;

  // Copies the values of a word that find did not know; does nothing when the cache is full.
  void insert(const WordKey& key, const float* values);

 private:
  struct Entry;
  std::size_t values_;
  std::size_t most_words_;
  std::atomic<std::size_t> words_ = 0;
  std::vector<std::atomic<Entry*>> slots_;  // a power of two, at most half full

  std::size_t first_slot(const WordKey& key) const;
};

}  // namespace assay::nlp
