#pragma once
// One layer of spaCy's MaxoutWindowEncoder: each row becomes itself plus a normalised maxout of the
// window of three rows around it.
//
// Two neighbouring rows are computed at once by Winograd's minimal filtering: four products of one
// row instead of six, a third fewer multiplications. The rounding differs from the direct sum by a
// few units in the last place, as that of two BLAS libraries does. Immutable; thread-safe.

#include <cstddef>
#include <vector>

#include "assay/error.h"
#include "nlp/maxout_layer.h"
#include "nlp/packed_matrix.h"
#include "nlp/thinc_model.h"

namespace assay::nlp {

struct WindowScratch {
  std::vector<float> inputs;    // [product][pair][width]
  std::vector<float> products;  // [product][pair][piece][output]
};

class WindowLayer {
 public:
  static Result<WindowLayer> read(const ThincLayer& maxout, const ThincLayer& norm);

  std::size_t width() const { return norm_.width(); }

  // Computes rows [first, first + 2 * pairs) of `output` from `input`, both of width() floats a
  // row; reads one row before and one after.
  void apply(const float* input, std::size_t first, std::size_t pairs, float* output,
             WindowScratch& scratch) const;

 private:
  static constexpr std::size_t kProducts = 4;

  PackedMatrix filters_[kProducts];
  MaxoutNorm norm_;
};

}  // namespace assay::nlp
