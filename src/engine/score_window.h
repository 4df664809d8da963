#pragma once
// One window through all metrics.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/metric.h"
#include "engine/run_sink.h"
#include "engine/running_sums.h"
#include "engine/window_reader.h"

namespace assay::engine {

inline constexpr std::size_t kMaxFailuresTold = 10;  // RunSummary::first_failures

// The result lines of the window, record by record and for each record metric by metric; a bad
// record fails in every metric. `sums` (one for each metric) take the results in. An error means
// that a metric cannot go on.
Result<ScoredWindow> score_window(Window window, std::span<Metric* const> metrics,
                                  std::string_view fingerprint, std::vector<RunningSums>& sums);

}  // namespace assay::engine
