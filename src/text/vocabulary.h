#pragma once
// A map from strings to ids, laid out for looking up many prefixes of one word.
//
// The hash of a string is built byte by byte (extend), so that the hashes of all prefixes of a word
// cost one pass. Thread-safety: immutable once filled. Cost: a lookup touches 8 bytes of the table,
// and the key only when 32 bits of the hash agree.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::text {

class Vocabulary {
 public:
  using Hash = std::uint64_t;
  static constexpr Hash kEmptyHash = 0xCBF29CE484222325ULL;
  static Hash extend(Hash hash, char byte) {
    return (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3ULL;
  }
  static Hash hash_of(std::string_view key);

  // A later key replaces an equal earlier one.
  void insert(std::string_view key, std::uint32_t id);

  std::optional<std::uint32_t> find(std::string_view key) const { return find(key, hash_of(key)); }
  std::optional<std::uint32_t> find(std::string_view key, Hash hash) const;

  std::size_t size() const { return entries_.size(); }
  std::size_t longest_key() const { return longest_key_; }

  // Keys in the order in which they came.
  std::string_view key(std::size_t index) const;
  std::uint32_t id(std::size_t index) const { return entries_[index].id; }

 private:
  struct Entry {
    std::size_t key_begin;
    std::uint32_t key_size;
    std::uint32_t id;
  };
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t entry = kFree;
  };
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;

  static std::uint64_t mix(Hash hash) { return hash ^ hash >> 29; }
  static std::uint32_t tag_of(Hash hash) { return static_cast<std::uint32_t>(hash >> 32); }
  // The slot of a key, or the free one where it would go.
  std::size_t slot_of(std::string_view key, Hash hash) const;
  void grow();

  std::string keys_;
  std::vector<Entry> entries_;
  std::vector<Slot> slots_ = std::vector<Slot>(16);  // a power of two, at most half full
  std::size_t longest_key_ = 0;
};

// The way back: which key has an id. Of several, the first. Costs 4 bytes an id where the ids are
// about as many as the keys, else 8 bytes a key.
class IdIndex {
 public:
  IdIndex() = default;
  explicit IdIndex(const Vocabulary& vocabulary);

  // The index of the key in the vocabulary.
  std::optional<std::size_t> find(std::uint32_t id) const;
  // One more than the largest id.
  std::uint32_t limit() const { return limit_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  std::uint32_t limit_ = 0;
  std::vector<std::uint32_t> dense_;                             // by id, or
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sparse_;  // id and index, sorted
};

}  // namespace assay::text
