#include "text/vocabulary.h"

#include <algorithm>

namespace assay::text {

Vocabulary::Hash Vocabulary::hash_of(std::string_view key) {
  Hash hash = kEmptyHash;
  for (const char byte : key) hash = extend(hash, byte);
  return hash;
}

std::string_view Vocabulary::key(std::size_t index) const {
  const Entry& entry = entries_[index];
  return std::string_view(keys_).substr(entry.key_begin, entry.key_size);
}

std::size_t Vocabulary::slot_of(std::string_view key, Hash hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(mix(hash)) & mask;
  for (;; slot = (slot + 1) & mask) {
    const Slot& candidate = slots_[slot];
    if (candidate.entry == kFree) return slot;
    if (candidate.tag == tag_of(hash) && this->key(candidate.entry) == key) return slot;
  }
}

void Vocabulary::grow() {
  slots_.assign(slots_.size() * 2, Slot{});
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    const Hash hash = hash_of(key(i));
    slots_[slot_of(key(i), hash)] = {tag_of(hash), i};
  }
}

void Vocabulary::insert(std::string_view key, std::uint32_t id) {
  if ((entries_.size() + 1) * 2 > slots_.size()) grow();
  const Hash hash = hash_of(key);
  Slot& slot = slots_[slot_of(key, hash)];
  if (slot.entry != kFree) {
    entries_[slot.entry].id = id;
    return;
  }
  slot = {tag_of(hash), static_cast<std::uint32_t>(entries_.size())};
  entries_.push_back({keys_.size(), static_cast<std::uint32_t>(key.size()), id});
  keys_.append(key);
  longest_key_ = std::max(longest_key_, key.size());
}

std::optional<std::uint32_t> Vocabulary::find(std::string_view key, Hash hash) const {
  const Slot& slot = slots_[slot_of(key, hash)];
  if (slot.entry == kFree) return std::nullopt;
  return entries_[slot.entry].id;
}

IdIndex::IdIndex(const Vocabulary& vocabulary) {
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    limit_ = std::max(limit_, vocabulary.id(i) + 1);
  }
  if (limit_ <= 2 * vocabulary.size() + 1024) {
    dense_.assign(limit_, kNone);
    for (std::size_t i = vocabulary.size(); i-- > 0;) {
      dense_[vocabulary.id(i)] = static_cast<std::uint32_t>(i);
    }
    return;
  }
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    sparse_.emplace_back(vocabulary.id(i), static_cast<std::uint32_t>(i));
  }
  std::sort(sparse_.begin(), sparse_.end());
}

std::optional<std::size_t> IdIndex::find(std::uint32_t id) const {
  if (!dense_.empty()) {
    if (id >= dense_.size() || dense_[id] == kNone) return std::nullopt;
    return dense_[id];
  }
  const auto found = std::lower_bound(sparse_.begin(), sparse_.end(), std::pair(id, 0U));
  if (found == sparse_.end() || found->first != id) return std::nullopt;
  return found->second;
}

}  // namespace assay::text
