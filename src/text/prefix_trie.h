#pragma once
// All keys that a text begins with, found in one walk.
//
//   for (auto at = trie.root(); offset < text.size(); ++offset) {
//     if (!trie.step(at, text[offset])) break;
//     if (trie.value(at) != PrefixTrie::kNone) ...   // a key ends here
//   }
//
// Thread-safety: immutable. Cost: building sorts the keys and visits each byte once; a step
// searches the few bytes that may follow. 9 bytes a node.

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::text {

class PrefixTrie {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  using Node = std::uint32_t;

  PrefixTrie() : PrefixTrie(std::vector<std::pair<std::string_view, std::uint32_t>>()) {}
  // Keys must differ and not be empty; they need not outlive the trie. No value may be kNone.
  explicit PrefixTrie(std::vector<std::pair<std::string_view, std::uint32_t>> keys);

  Node root() const { return 0; }

  // Moves down by a byte, unless no key goes on that way.
  bool step(Node& node, char byte) const {
    if (node == 0) {
      node = first_[static_cast<unsigned char>(byte)];
      return node != 0;
    }
    const auto wanted = static_cast<unsigned char>(byte);
    for (Node child = children_[node]; child < children_[node + 1]; ++child) {
      if (bytes_[child] >= wanted) {
        if (bytes_[child] != wanted) return false;
        node = child;
        return true;
      }
    }
    return false;
  }

  // The value of the key that ends here.
  std::uint32_t value(Node node) const { return values_[node]; }

 private:
  // Nodes in the order of a breadth-first walk: the children of a node stand together, by byte.
  std::vector<unsigned char> bytes_;
  std::vector<std::uint32_t> values_;
  std::vector<Node> children_;     // where the children of each node begin; one more at the end
  std::array<Node, 256> first_{};  // the children of the root
};

}  // namespace assay::text
