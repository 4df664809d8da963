#pragma once
// The kernels, written once over a vector type `V` of eight floats. Included by one file for each
// instruction set; everything has internal linkage, so that no two of them are merged.

#include "nlp/kernels.h"

namespace assay::nlp {
namespace {

constexpr std::size_t kVectorsPerPanel = kPanel / kLanes;
constexpr std::size_t kMostTileRows = 6;
// Rows that are computed against one panel before the next: their inputs stay in the L2 cache.
constexpr std::size_t kRowChunk = 96;

// `kRows` rows times `kPanels` panels; all sums stay in registers.
template <class V, std::size_t kRows, std::size_t kPanels>
inline void affine_tile(const AffineJob& job, std::size_t first_row, std::size_t first_panel) {
  constexpr std::size_t kVectors = kPanels * kVectorsPerPanel;
  const std::size_t panel_size = job.depth * kPanel;
  const float* input = job.input + first_row * job.input_stride;
  const float* weights = job.weights + first_panel * panel_size;
  V sums[kRows][kVectors];
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = V::zero();
  }
  for (std::size_t k = 0; k < job.depth; ++k) {
    V weight[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      weight[v] = V::load(weights + v / kVectorsPerPanel * panel_size + k * kPanel +
                          v % kVectorsPerPanel * kLanes);
    }
    for (std::size_t r = 0; r < kRows; ++r) {
      const V value = V::broadcast(input[r * job.input_stride + k]);
      for (std::size_t v = 0; v < kVectors; ++v) {
        sums[r][v] = V::multiply_add(value, weight[v], sums[r][v]);
      }
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    float* output = job.output + (first_row + r) * job.output_stride + first_panel * kPanel;
    for (std::size_t v = 0; v < kVectors; ++v) {
      V sum = sums[r][v];
      if (job.bias != nullptr) {
        sum = V::add(sum, V::load(job.bias + first_panel * kPanel + v * kLanes));
      }
      sum.store(output + v * kLanes);
    }
  }
}

// All panels of one or two rows, several at a time: so few rows need many columns to fill the
// pipeline.
template <class V, std::size_t kRows, std::size_t kPanels>
void affine_rows(const AffineJob& job, std::size_t row, std::size_t panel) {
  for (; panel + kPanels <= job.panels; panel += kPanels) {
    affine_tile<V, kRows, kPanels>(job, row, panel);
  }
  if constexpr (kPanels > 1) affine_rows<V, kRows, kPanels - 1>(job, row, panel);
}

template <class V>
inline void affine_block(const AffineJob& job, std::size_t row, std::size_t rows,
                         std::size_t panel) {
  switch (rows) {
    case 3:
      return affine_tile<V, 3, 1>(job, row, panel);
    case 4:
      return affine_tile<V, 4, 1>(job, row, panel);
    case 5:
      return affine_tile<V, 5, 1>(job, row, panel);
    default:
      return affine_tile<V, 6, 1>(job, row, panel);
  }
}

// Splits the rows into blocks of nearly equal height, so that no block is only one or two high.
template <class V>
void affine_chunk(const AffineJob& job, std::size_t first_row, std::size_t rows) {
  if (rows == 1) return affine_rows<V, 1, 7>(job, first_row, 0);
  if (rows == 2) return affine_rows<V, 2, 3>(job, first_row, 0);
  const std::size_t blocks = (rows + kMostTileRows - 1) / kMostTileRows;
  const std::size_t height = rows / blocks;
  const std::size_t higher = rows % blocks;  // so many blocks are one row higher
  for (std::size_t panel = 0; panel < job.panels; ++panel) {
    std::size_t row = first_row;
    for (std::size_t block = 0; block < blocks; ++block) {
      const std::size_t block_rows = height + (block < higher ? 1 : 0);
      affine_block<V>(job, row, block_rows, panel);
      row += block_rows;
    }
  }
}

template <class V>
void affine(const AffineJob& job) {
  for (std::size_t row = 0; row < job.rows; row += kRowChunk) {
    const std::size_t left = job.rows - row;
    affine_chunk<V>(job, row, left < kRowChunk ? left : kRowChunk);
  }
}

template <class V>
inline V sum_of_rows(const SumMaxoutJob& job, std::size_t offset) {
  V sum = V::load(job.rows[0] + offset);
  for (std::size_t r = 1; r < job.row_count; ++r) {
    sum = V::add(sum, V::load(job.rows[r] + offset));
  }
  return job.bias == nullptr ? sum : V::add(sum, V::load(job.bias + offset));
}

template <class V>
void sum_maxout(const SumMaxoutJob& job) {
  for (std::size_t i = 0; i < job.width; i += kLanes) {
    V best = sum_of_rows<V>(job, i);
    for (std::size_t p = 1; p < job.pieces; ++p) {
      best = V::max(best, sum_of_rows<V>(job, p * job.width + i));
    }
    best.store(job.output + i);
  }
}

template <class V>
struct RowPair {
  V first;
  V second;
};

template <class V>
inline RowPair<V> pair_of_products(const PairMaxoutJob& job, std::size_t offset) {
  const float* products = job.products + offset;
  const V outer = V::load(products);
  const V sum = V::load(products + job.product_stride);
  const V difference = V::load(products + 2 * job.product_stride);
  const V last = V::load(products + 3 * job.product_stride);
  const V bias = V::load(job.bias + offset);
  return {V::add(V::add(V::add(outer, sum), difference), bias),
          V::add(V::subtract(V::subtract(sum, difference), last), bias)};
}

template <class V>
void pair_maxout(const PairMaxoutJob& job) {
  for (std::size_t i = 0; i < job.width; i += kLanes) {
    RowPair<V> best = pair_of_products<V>(job, i);
    for (std::size_t p = 1; p < job.pieces; ++p) {
      const RowPair<V> piece = pair_of_products<V>(job, p * job.width + i);
      best = {V::max(best.first, piece.first), V::max(best.second, piece.second)};
    }
    best.first.store(job.first + i);
    best.second.store(job.second + i);
  }
}

// One fixed order, the same for every instruction set.
template <class V>
inline float sum_of_lanes(V lanes) {
  float values[kLanes];
  lanes.store(values);
  return ((values[0] + values[4]) + (values[2] + values[6])) +
         ((values[1] + values[5]) + (values[3] + values[7]));
}

template <class V>
void normalize(const NormJob& job) {
  const float count = static_cast<float>(job.width);
  V sum = V::zero();
  for (std::size_t i = 0; i < job.width; i += kLanes) sum = V::add(sum, V::load(job.input + i));
  const V mean = V::broadcast(sum_of_lanes(sum) / count);
  V squares = V::zero();
  for (std::size_t i = 0; i < job.width; i += kLanes) {
    const V centred = V::subtract(V::load(job.input + i), mean);
    squares = V::multiply_add(centred, centred, squares);
  }
  constexpr float kEpsilon = 1e-8F;
  const float variance = sum_of_lanes(squares) / count + kEpsilon;
  const V factor = V::broadcast(1.0F / __builtin_sqrtf(variance));
  for (std::size_t i = 0; i < job.width; i += kLanes) {
    const V centred = V::subtract(V::load(job.input + i), mean);
    const V scaled = V::multiply(V::multiply(centred, factor), V::load(job.scale + i));
    V result = V::add(scaled, V::load(job.shift + i));
    if (job.residual != nullptr) result = V::add(V::load(job.residual + i), result);
    result.store(job.output + i);
  }
}

template <class V>
constexpr Kernels make_kernels(const char* name) {
  return Kernels{name, affine<V>, sum_maxout<V>, pair_maxout<V>, normalize<V>};
}

}  // namespace
}  // namespace assay::nlp
