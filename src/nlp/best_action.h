#pragma once
// Keeps the best of a series of scored actions, and by how much it is the best.

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace assay::nlp {

class BestAction {
 public:
  // Of equal scores the first stays, as in spaCy.
  void offer(std::size_t action, float score) {
    if (score > best_) {
      second_ = best_;
      best_ = score;
      action_ = action;
      found_ = true;
    } else {
      second_ = std::max(second_, score);
    }
  }

  // scores[begin..end), as actions of these numbers.
  void offer_range(std::span<const float> scores, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) offer(i, scores[i]);
  }

  bool found() const { return found_; }
  std::size_t action() const { return action_; }
  // Infinite when nothing else was offered.
  float margin() const { return best_ - second_; }

 private:
  float best_ = -std::numeric_limits<float>::infinity();
  float second_ = -std::numeric_limits<float>::infinity();
  std::size_t action_ = 0;
  bool found_ = false;
};

}  // namespace assay::nlp
