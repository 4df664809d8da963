#pragma once
// The inner loops of the networks, for the processor at hand.
//
//   const Kernels& kernels = best_kernels();
//   kernels.affine({...});
//
// Every implementation gives the same bits: each output is one chain of fused multiply-adds in the
// order of the inputs, vectors hold different outputs, and reductions add eight partial sums in one
// fixed order. So results depend neither on the instruction set nor on how many rows are computed
// together. The portable implementation is as exact, but slow where the processor has no FMA.
//
// This header is included by files that are compiled for newer processors than the rest, so it must
// stay free of inline functions and of standard containers.

#include <cstddef>

namespace assay::nlp {

// Outputs are computed and stored in groups of so many; buffers are padded to whole groups.
inline constexpr std::size_t kPanel = 16;
// Widths of vectors that are summed or normalised are multiples of this.
inline constexpr std::size_t kLanes = 8;

// out[r][o] = bias[o] + sum over k of input[r][k] * weights[o][k], for `panels` * kPanel outputs.
// Input rows may overlap (`input_stride` < `depth`): a window over neighbouring rows is one row.
struct AffineJob {
  const float* input;
  std::size_t input_stride;
  std::size_t rows;
  const float* weights;  // as PackedMatrix lays them out: [panel][k][kPanel]
  std::size_t depth;
  std::size_t panels;
  const float* bias;  // padded to whole panels, or null
  float* output;
  std::size_t output_stride;
};

// out[i] = max over pieces p of (sum over rows of rows[.][p * width + i]) + bias[p * width + i].
struct SumMaxoutJob {
  const float* const* rows;
  std::size_t row_count;  // at least one
  const float* bias;      // or null
  std::size_t width;      // a multiple of kLanes
  std::size_t pieces;
  float* output;
};

// The outputs of two neighbouring rows from Winograd's four products m0..m3 of them:
// first = max over pieces of m0 + m1 + m2 + bias, second = the same of m1 - m2 - m3 + bias.
struct PairMaxoutJob {
  const float* products;
  std::size_t product_stride;  // from one product to the next
  const float* bias;
  std::size_t width;  // a multiple of kLanes
  std::size_t pieces;
  float* first;
  float* second;
};

// output = scale * (input - mean) / sqrt(variance + 1e-8) + shift (+ residual).
struct NormJob {
  const float* input;
  std::size_t width;  // a multiple of kLanes
  const float* scale;
  const float* shift;
  const float* residual;  // or null
  float* output;          // may be the input
};

struct Kernels {
  const char* name;  // "portable", "avx2"
  void (*affine)(const AffineJob&);
  void (*sum_maxout)(const SumMaxoutJob&);
  void (*pair_maxout)(const PairMaxoutJob&);
  void (*normalize)(const NormJob&);
};

const Kernels& portable_kernels();
// Null where this build or this processor lacks AVX2 and FMA.
const Kernels* avx2_kernels();
const Kernels& best_kernels();

}  // namespace assay::nlp
