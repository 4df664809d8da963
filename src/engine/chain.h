#pragma once
// Hashes that vouch for a sequence up to a point: of the records read, of the bytes written.

#include <string>
#include <string_view>

#include "assay/record_reader.h"
#include "base/hash.h"

namespace assay::engine {

class HashChain {
 public:
  // Everything about a record that can change its result: its place, its line (ids are made from
  // it) and its content.
  void add(const RecordItem& item);
  void add(std::string_view bytes);
  std::string hex() const { return hash_.hex(); }

 private:
  base::Hash128 hash_;
};

}  // namespace assay::engine
