#include <cmath>

#include "nlp/kernels_impl.h"

namespace assay::nlp {
namespace {

// Eight floats that the compiler may or may not keep in vector registers.
struct PlainVector {
  float lane[kLanes];

  template <class Function>
  static PlainVector each(Function function) {
    PlainVector result;
    for (std::size_t i = 0; i < kLanes; ++i) result.lane[i] = function(i);
    return result;
  }

  static PlainVector zero() { return broadcast(0); }
  static PlainVector broadcast(float value) {
    return each([=](std::size_t) { return value; });
  }
  static PlainVector load(const float* from) {
    return each([=](std::size_t i) { return from[i]; });
  }
  void store(float* to) const {
    for (std::size_t i = 0; i < kLanes; ++i) to[i] = lane[i];
  }
  static PlainVector add(const PlainVector& a, const PlainVector& b) {
    return each([&](std::size_t i) { return a.lane[i] + b.lane[i]; });
  }
  static PlainVector subtract(const PlainVector& a, const PlainVector& b) {
    return each([&](std::size_t i) { return a.lane[i] - b.lane[i]; });
  }
  static PlainVector multiply(const PlainVector& a, const PlainVector& b) {
    return each([&](std::size_t i) { return a.lane[i] * b.lane[i]; });
  }
  static PlainVector multiply_add(const PlainVector& a, const PlainVector& b,
                                  const PlainVector& c) {
    return each([&](std::size_t i) { return std::fma(a.lane[i], b.lane[i], c.lane[i]); });
  }
  static PlainVector max(const PlainVector& a, const PlainVector& b) {
    return each([&](std::size_t i) { return a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i]; });
  }
};

}  // namespace

const Kernels& portable_kernels() {
  static constexpr Kernels kKernels = make_kernels<PlainVector>("portable");
  return kKernels;
}

const Kernels& best_kernels() {
  const Kernels* avx2 = avx2_kernels();
  return avx2 != nullptr ? *avx2 : portable_kernels();
}

}  // namespace assay::nlp
