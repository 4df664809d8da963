// Compiled with -mavx2 -mfma (see the top CMakeLists.txt) and entered only after a check that the
// processor has both.
#include "nlp/kernels_impl.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

namespace assay::nlp {
namespace {

struct Avx2Vector {
  __m256 lanes;

  static Avx2Vector zero() { return {_mm256_setzero_ps()}; }
  static Avx2Vector broadcast(float value) { return {_mm256_set1_ps(value)}; }
  static Avx2Vector load(const float* from) { return {_mm256_loadu_ps(from)}; }
  void store(float* to) const { _mm256_storeu_ps(to, lanes); }
  static Avx2Vector add(Avx2Vector a, Avx2Vector b) { return {_mm256_add_ps(a.lanes, b.lanes)}; }
  static Avx2Vector subtract(Avx2Vector a, Avx2Vector b) {
    return {_mm256_sub_ps(a.lanes, b.lanes)};
  }
  static Avx2Vector multiply(Avx2Vector a, Avx2Vector b) {
    return {_mm256_mul_ps(a.lanes, b.lanes)};
  }
  static Avx2Vector multiply_add(Avx2Vector a, Avx2Vector b, Avx2Vector c) {
    return {_mm256_fmadd_ps(a.lanes, b.lanes, c.lanes)};
  }
  static Avx2Vector max(Avx2Vector a, Avx2Vector b) { return {_mm256_max_ps(a.lanes, b.lanes)}; }
};

constexpr Kernels kKernels = make_kernels<Avx2Vector>("avx2");

}  // namespace

const Kernels* avx2_kernels() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kKernels : nullptr;
}

}  // namespace assay::nlp

#else

namespace assay::nlp {

const Kernels* avx2_kernels() {
  return nullptr;
}

}  // namespace assay::nlp

#endif
