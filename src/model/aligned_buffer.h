#pragma once
// Memory for vector instructions, zero at first.

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace assay::model {

template <typename T>
class AlignedBuffer {
 public:
  explicit AlignedBuffer(std::size_t count) {
    const std::size_t bytes = (count * sizeof(T) + 63) / 64 * 64;
    memory_.reset(static_cast<T*>(std::aligned_alloc(64, bytes)));
    if (memory_ == nullptr) throw std::bad_alloc();
    std::memset(static_cast<void*>(memory_.get()), 0, bytes);
  }
  T* data() const { return memory_.get(); }

 private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  std::unique_ptr<T, Free> memory_;
};

}  // namespace assay::model
