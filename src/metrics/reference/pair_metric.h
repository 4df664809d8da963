#pragma once
// Metrics that need nothing but texts: the response and what it is compared with.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/metric.h"

namespace assay::reference {

struct PairScores {
  double score = 0;
  std::vector<std::pair<std::string, double>> scores;
  std::vector<std::pair<std::string, std::int64_t>> counts;
};

// Thread-safety: const methods may be called from many threads.
class PairScorer {
 public:
  virtual ~PairScorer() = default;
  virtual const char* name() const = 0;
  // The options it reads besides --against and --compat: JSON members without braces, each with a
  // comma behind it; empty when there are none.
  virtual std::string options_json() const = 0;
  // What it needs besides the texts.
  virtual std::vector<Need> needs() const { return {}; }
  // `others`: one text or several, of which a good response is like any.
  virtual PairScores score(std::string_view response,
                           std::span<const std::string> others) const = 0;
  virtual std::vector<std::pair<std::string, double>> corpus_scores(
      const Metric::Counts& sums) const {
    static_cast<void>(sums);
    return {};
  }
};

// Scores records with `scorer`, spread over `threads`.
std::unique_ptr<Metric> make_pair_metric(std::unique_ptr<const PairScorer> scorer,
                                         const MetricOptions& options, int threads);

}  // namespace assay::reference
