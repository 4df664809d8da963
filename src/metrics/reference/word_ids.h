#pragma once
// Numbers in place of words: equal words have equal numbers, counted up from 0.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::reference {

class WordIds {
 public:
  std::uint32_t id(std::string_view word) {
    const auto next = static_cast<std::uint32_t>(ids_.size());
    return ids_.try_emplace(std::string(word), next).first->second;
  }

  template <typename Words>
  std::vector<std::uint32_t> ids(const Words& words) {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(words.size());
    for (const auto& word : words) numbers.push_back(id(word));
    return numbers;
  }

  std::size_t size() const { return ids_.size(); }

 private:
  std::unordered_map<std::string, std::uint32_t> ids_;
};

}  // namespace assay::reference
