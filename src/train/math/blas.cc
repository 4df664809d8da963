#include "train/math/blas.h"

#include <dlfcn.h>
#include <omp.h>

#include <cstdlib>
#include <initializer_list>

extern "C" void sgemm_(const char* transpose_a, const char* transpose_b, const int* rows,
                       const int* columns, const int* inner, const float* scale, const float* a,
                       const int* stride_a, const float* b, const int* stride_b, const float* add,
                       float* c, const int* stride_c);

namespace assay::train {
namespace {

// Each BLAS has its own name for it; one that is not loaded is not found.
void call_if_there(const char* name) {
  using SetThreads = void (*)(int);
  if (void* symbol = dlsym(RTLD_DEFAULT, name)) reinterpret_cast<SetThreads>(symbol)(1);
}

}  // namespace

void multiply(const Product& product, const float* a, std::size_t stride_a, const float* b,
              std::size_t stride_b, float* c, std::size_t stride_c) {
  const int rows = static_cast<int>(product.rows);
  const int columns = static_cast<int>(product.columns);
  const int inner = static_cast<int>(product.inner);
  const int lda = static_cast<int>(stride_a);
  const int ldb = static_cast<int>(stride_b);
  const int ldc = static_cast<int>(stride_c);
  const float zero = 0;
  sgemm_(&product.transpose_a, &product.transpose_b, &rows, &columns, &inner, &product.scale, a,
         &lda, b, &ldb, &zero, c, &ldc);
}

void use_single_threaded_blas() {
  for (const char* name : {"openblas_set_num_threads", "MKL_Set_Num_Threads"}) call_if_there(name);
  use_single_thread_here();
}

bool blas_is_thread_safe() {
  using GetParallel = int (*)();
  void* symbol = dlsym(RTLD_DEFAULT, "openblas_get_parallel");
  return symbol == nullptr || reinterpret_cast<GetParallel>(symbol)() != 0;
}

std::string better_blas_kernels(std::string_view chosen, const ProcessorSets& processor) {
  if (chosen != "Prescott") return {};
  if (processor.avx512) return "SkylakeX";
  return processor.avx2 ? "Haswell" : "";
}

std::string better_blas_kernels() {
  using GetName = const char* (*)();
  void* symbol = dlsym(RTLD_DEFAULT, "openblas_get_corename");
  if (symbol == nullptr || std::getenv("OPENBLAS_CORETYPE") != nullptr) return {};
  ProcessorSets processor;
#if defined(__x86_64__)
  processor.avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  processor.avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
  return better_blas_kernels(reinterpret_cast<GetName>(symbol)(), processor);
}

void use_single_thread_here() {
  omp_set_num_threads(1);
}

}  // namespace assay::train
