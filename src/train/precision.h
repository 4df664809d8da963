#pragma once

namespace assay::train {

// Of the products in the layers of a network. Parameters and sums have 32 bits in any case.
enum class Precision { kF32, kBf16 };

}  // namespace assay::train
