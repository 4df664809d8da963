#include "model/encoders/relative_positions.h"

#include <algorithm>
#include <cmath>

namespace assay::model {

// In f32, as the models were trained: the border of two buckets can hang on the last bit.
std::int64_t bucket_of(std::int64_t distance, const RelativePositions& positions) {
  if (positions.buckets == 0) return distance;
  const auto middle = static_cast<std::int64_t>(positions.buckets / 2);
  const std::int64_t size = std::abs(distance);
  if (size <= middle) return distance;
  const auto half = static_cast<float>(middle);
  const float most = static_cast<float>(static_cast<double>(positions.max_distance - 1) /
                                        static_cast<double>(middle));
  const float share = std::log(static_cast<float>(size) / half) / std::log(most);
  const auto bucket = static_cast<std::int64_t>(std::ceil(share * (half - 1.0F))) + middle;
  return distance < 0 ? -bucket : bucket;
}

std::vector<std::int64_t> distance_rows(std::size_t length, const RelativePositions& positions,
                                        std::int64_t sign) {
  const auto span = static_cast<std::int64_t>(positions.span());
  const auto last = static_cast<std::int64_t>(length) - 1;
  std::vector<std::int64_t> rows;
  for (std::int64_t distance = -last; distance <= last; ++distance) {
    const std::int64_t row = span + sign * bucket_of(distance, positions);
    rows.push_back(std::clamp<std::int64_t>(row, 0, 2 * span - 1));
  }
  return rows;
}

// One padding column makes rows of 2 length; read on as rows of 2 length - 1 from element
// length - 1, each row starts one column earlier than the one before, which is what the pairs ask
// for.
Node by_pairs(const Node& scores, const Node& length) {
  const Node one = wholes({1});
  const Node twice = add(length, length);
  const Node flat = reshape(with_zero_column(scores), {0, 0, -1});
  const Node first = subtract(length, one);
  const Node narrow = subtract(twice, one);
  const Node part = slice(flat, first, add(first, multiply(length, narrow)), 2);
  const Node rows = reshape(part, joined({wholes({0, 0}), length, narrow}, 0));
  return slice(rows, wholes({0}), length, 3);
}

}  // namespace assay::model
