#pragma once
// Distances between tokens as DeBERTa-v2 buckets them, and scores by distance.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/encoders/graph_ops.h"

namespace assay::model {

struct RelativePositions {
  std::size_t buckets = 0;       // 0: every distance is a bucket of its own
  std::size_t max_distance = 0;  // at least 2 where there are buckets
  // Half the rows of the table of distances.
  std::size_t span() const { return buckets > 0 ? buckets : max_distance; }
};

// The bucket of a distance of either sign: small ones are their own, larger ones share buckets that
// widen with the logarithm.
std::int64_t bucket_of(std::int64_t distance, const RelativePositions& positions);

// Rows of the table for the distances 1 - length to length - 1, in this order: the row of a
// distance d is span + sign x bucket(d), kept inside the table.
std::vector<std::int64_t> distance_rows(std::size_t length, const RelativePositions& positions,
                                        std::int64_t sign);

// From scores of every token by distance, (batch x heads x length x 2 length - 1) with column
// c for the distance c - (length - 1), to scores of pairs: result[q][k] = scores[q][distance k -
// q]. `length` is a list of one number.
Node by_pairs(const Node& scores, const Node& length);

}  // namespace assay::model
