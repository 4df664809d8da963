#pragma once
// Counts ids that come a second time, in bounded memory.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace assay::engine {

class DuplicateIds {
 public:
  static constexpr std::size_t kMaxRemembered = std::size_t{1} << 22;

  explicit DuplicateIds(std::size_t max_remembered = kMaxRemembered)
      : max_remembered_(max_remembered) {}

  // Once `max_remembered` different ids are known, new ones are not remembered.
  void add(std::string_view id);
  std::uint64_t count() const { return count_; }

 private:
  std::size_t max_remembered_;
  std::unordered_set<std::uint64_t> seen_;  // hashes
  std::uint64_t count_ = 0;
};

}  // namespace assay::engine
