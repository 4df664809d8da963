#pragma once
// Matrix products of small blocks through the BLAS that LibTorch itself is linked with.

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::train {

// C (rows x columns) = scale * A B with matrices stored by columns, as BLAS has it; 'T' transposes.
struct Product {
  char transpose_a;
  char transpose_b;
  std::size_t rows;
  std::size_t columns;
  std::size_t inner;
  float scale = 1;
};

void multiply(const Product& product, const float* a, std::size_t stride_a, const float* b,
              std::size_t stride_b, float* c, std::size_t stride_c);

// The trainer spreads a step over threads itself. These make a product, and LibTorch's own loops,
// stay on the thread that calls them: the first once, the second on every new thread.
void use_single_threaded_blas();
void use_single_thread_here();

// Whether products may run on several threads at a time. The sequential build of OpenBLAS
// (libopenblas0-serial) shares its buffers without a lock: two threads spoil each other's numbers.
bool blas_is_thread_safe();

// OpenBLAS chooses its kernels when it is loaded, by a list of processors. For one that is newer
// than the list it takes those of 2004, which are many times slower than what the processor can do.
// Then this is the name, for its variable OPENBLAS_CORETYPE, of better ones; empty where the choice
// was good, or where somebody has made it.
std::string better_blas_kernels();

// What that is decided by. `chosen`: the kernels in use, as OpenBLAS names them.
struct ProcessorSets {
  bool avx2 = false;    // with FMA
  bool avx512 = false;  // F, BW, DQ, VL
};
std::string better_blas_kernels(std::string_view chosen, const ProcessorSets& processor);

}  // namespace assay::train
