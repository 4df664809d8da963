#pragma once
// Flags by which a caller asks for work to stop. Whoever works looks at the flag at good moments.

#include <atomic>

namespace assay::base {

// A flag that is absent is never set.
inline bool is_set(const std::atomic<bool>* flag) {
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

}  // namespace assay::base
