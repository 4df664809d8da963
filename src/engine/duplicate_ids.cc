#include "engine/duplicate_ids.h"

#include "base/hash.h"

namespace assay::engine {

void DuplicateIds::add(std::string_view id) {
  const std::uint64_t hash = base::hash128(id).low;
  if (seen_.contains(hash)) {
    ++count_;
  } else if (seen_.size() < max_remembered_) {
    seen_.insert(hash);
  }
}

}  // namespace assay::engine
