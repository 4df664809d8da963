#pragma once
// Items that belong together (responses to one context) are drawn and left out together.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/random.h"

namespace assay::evaluate {

struct Groups {
  std::vector<std::size_t> group_of;  // of each item, numbered from 0 in order of appearance
  std::size_t count = 0;

  static Groups each_alone(std::size_t items);
  // Items without a name are alone.
  static Groups of(const std::vector<std::optional<std::string>>& names);
  // The groups of some of the items, numbered anew.
  Groups subset(const std::vector<std::size_t>& items) const;
};

// How often each item is drawn when `count` groups are drawn with replacement.
std::vector<double> draw_weights(const Groups& groups, Random& random);

// A fold from 0 to `folds` - 1 for each item: whole groups, items of both classes spread evenly.
std::vector<std::size_t> assign_folds(const Groups& groups, const std::vector<bool>& positive,
                                      std::size_t folds, Random& random);

}  // namespace assay::evaluate
