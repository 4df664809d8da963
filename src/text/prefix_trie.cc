#include "text/prefix_trie.h"

#include <algorithm>

namespace assay::text {
namespace {

// The keys below a node, and how many bytes lead to it.
struct KeyRange {
  std::size_t first;
  std::size_t last;
  std::size_t depth;
};

}  // namespace

PrefixTrie::PrefixTrie(std::vector<std::pair<std::string_view, std::uint32_t>> keys) {
  std::sort(keys.begin(), keys.end());
  std::vector<KeyRange> nodes{{0, keys.size(), 0}};
  bytes_.push_back(0);
  values_.push_back(kNone);
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    KeyRange range = nodes[node];
    children_.push_back(static_cast<Node>(nodes.size()));
    if (range.first < range.last && keys[range.first].first.size() == range.depth) {
      values_[node] = keys[range.first++].second;
    }
    while (range.first < range.last) {
      const char byte = keys[range.first].first[range.depth];
      const auto is_other = [&](const auto& key) { return key.first[range.depth] != byte; };
      const auto end =
          std::find_if(keys.begin() + static_cast<std::ptrdiff_t>(range.first),
                       keys.begin() + static_cast<std::ptrdiff_t>(range.last), is_other);
      const auto last = static_cast<std::size_t>(end - keys.begin());
      if (node == 0) {
        first_[static_cast<unsigned char>(byte)] = static_cast<Node>(nodes.size());
      }
      nodes.push_back({range.first, last, range.depth + 1});
      bytes_.push_back(static_cast<unsigned char>(byte));
      values_.push_back(kNone);
      range.first = last;
    }
  }
  children_.push_back(static_cast<Node>(nodes.size()));
}

}  // namespace assay::text
