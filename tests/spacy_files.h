#pragma once
// Small files in the form in which spaCy writes them, for tests and fuzzers without a pipeline.

#include <cstdint>
#include <msgpack.hpp>
#include <string>
#include <vector>

namespace assay::spacy_files {

// A `tokenizer` file: a few rules of every kind and special cases with and without affixes.
inline std::string small_tokenizer_file() {
  msgpack::sbuffer buffer;
  msgpack::packer<msgpack::sbuffer> pack(buffer);
  const auto special = [&](const std::string& text, const std::vector<std::string>& pieces) {
    pack.pack(text);
    pack.pack_array(static_cast<std::uint32_t>(pieces.size()));
    for (const std::string& piece : pieces) {
      pack.pack_map(1);
      pack.pack(65);  // ORTH
      pack.pack(piece);
    }
  };
  pack.pack_map(7);
  pack.pack("prefix_search");
  pack.pack(R"(^\(|^"|^\$)");
  pack.pack("suffix_search");
  pack.pack(R"(\)$|"$|,$|\.$|!$|\.\.+$|(?<=[0-9])km$)");
  pack.pack("infix_finditer");
  pack.pack(R"(\.\.+|(?<=[a-z])-(?=[a-z]))");
  pack.pack("token_match");
  pack.pack_nil();
  pack.pack("url_match");
  pack.pack(R"((?u)^https?://\S+$)");
  pack.pack("exceptions");
  pack.pack_map(4);
  special("don't", {"do", "n't"});
  special("U.S.", {"U.S."});
  special("x-y!", {"x-", "y!"});
  special("(c)", {"(c)"});
  pack.pack("faster_heuristics");
  pack.pack(true);
  return {buffer.data(), buffer.size()};
}

}  // namespace assay::spacy_files
