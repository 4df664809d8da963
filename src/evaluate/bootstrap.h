#pragma once
// Intervals of statistics by drawing the items anew.

#include <optional>
#include <vector>

#include "assay/estimate.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "evaluate/groups.h"
#include "evaluate/random.h"

namespace assay::evaluate {

// The values of several statistics in one round.
using RoundValues = std::vector<std::optional<double>>;

// kInterrupted where the caller has asked to stop: then rounds may be missing.
Result<void> check_interrupt(const BootstrapOptions& options);

// What `statistics(weights)` gives in each round. `weights` says how often each item was drawn. No
// rounds where the caller asks to stop.
template <typename Statistics>
std::vector<RoundValues> run_bootstrap(const Groups& groups, const BootstrapOptions& options,
                                       Statistics&& statistics) {
  std::vector<RoundValues> rounds(groups.count == 0 ? 0 : options.rounds);
  base::parallel_for(rounds.size(), options.threads, [&](std::size_t round) {
    if (base::is_set(options.interrupt)) return;
    Random random(options.seed, round);
    rounds[round] = statistics(draw_weights(groups, random));
  });
  if (base::is_set(options.interrupt)) rounds.clear();
  return rounds;
}

// The value below which `share` of the sorted, non-empty `values` lie, between neighbours linearly.
double percentile(const std::vector<double>& sorted, double share);

// The statistic at `index` of all rounds; absent when fewer than half of them have it.
std::optional<Interval> interval_of(const std::vector<RoundValues>& rounds, std::size_t index,
                                    double confidence);

// Two-sided: how likely a difference at least as far from 0 would be if there were none, by the
// share of rounds on either side of 0. At least 2 / (rounds + 1). Absent as interval_of.
std::optional<double> p_value_of(const std::vector<RoundValues>& rounds, std::size_t index);

}  // namespace assay::evaluate
