#include "evaluate/groups.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace assay::evaluate {

Groups Groups::each_alone(std::size_t items) {
  Groups groups;
  groups.group_of.resize(items);
  std::iota(groups.group_of.begin(), groups.group_of.end(), std::size_t{0});
  groups.count = items;
  return groups;
}

Groups Groups::of(const std::vector<std::optional<std::string>>& names) {
  Groups groups;
  std::unordered_map<std::string, std::size_t> known;
  for (const auto& name : names) {
    std::size_t group = groups.count;
    if (name) group = known.try_emplace(*name, groups.count).first->second;
    if (group == groups.count) ++groups.count;
    groups.group_of.push_back(group);
  }
  return groups;
}

Groups Groups::subset(const std::vector<std::size_t>& items) const {
  Groups groups;
  std::unordered_map<std::size_t, std::size_t> known;
  for (const std::size_t item : items) {
    const auto [place, is_new] = known.try_emplace(group_of[item], groups.count);
    if (is_new) ++groups.count;
    groups.group_of.push_back(place->second);
  }
  return groups;
}

std::vector<double> draw_weights(const Groups& groups, Random& random) {
  std::vector<double> drawn(groups.count, 0);
  for (std::size_t i = 0; i < groups.count; ++i) ++drawn[random.below(groups.count)];
  std::vector<double> weights;
  weights.reserve(groups.group_of.size());
  for (const std::size_t group : groups.group_of) weights.push_back(drawn[group]);
  return weights;
}

std::vector<std::size_t> assign_folds(const Groups& groups, const std::vector<bool>& positive,
                                      std::size_t folds, Random& random) {
  std::vector<std::size_t> order(groups.count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.shuffle(order);
  std::vector<std::size_t> positives(groups.count, 0);
  std::vector<std::size_t> sizes(groups.count, 0);
  for (std::size_t i = 0; i < positive.size(); ++i) {
    ++sizes[groups.group_of[i]];
    if (positive[i]) ++positives[groups.group_of[i]];
  }
  // Groups with the same share of both classes lie side by side and go to different folds.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return positives[a] * sizes[b] < positives[b] * sizes[a];
  });
  std::vector<std::size_t> fold_of_group(groups.count);
  for (std::size_t i = 0; i < order.size(); ++i) fold_of_group[order[i]] = i % folds;
  std::vector<std::size_t> assigned;
  for (const std::size_t group : groups.group_of) assigned.push_back(fold_of_group[group]);
  return assigned;
}

}  // namespace assay::evaluate
