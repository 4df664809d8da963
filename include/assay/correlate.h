#pragma once
// How well scores follow ratings of people: by item, by system, within data sets.
//
//   auto table = evaluate::read_scores({.inputs = {"scores.jsonl"}, .texts = {{"rating"}}});
//   auto ratings = evaluate::read_ratings(*table, "rating");
//   auto report = evaluate::correlate(*table, *ratings, {});
//
// Items without a rating are left out and counted; where items have no score, every number is given
// twice, as in classify.h.
//
// Thread-safety: pure functions. Cost: bootstrap rounds times items times their logarithm.
// Failure: kInvalidInput when no item has a rating. Constant scores or ratings, and fewer than two
// items, are no failures: the correlation is absent then.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/estimate.h"
#include "assay/labels.h"
#include "assay/score_table.h"

namespace assay::evaluate {

struct CorrelateOptions {
  Fill fill = {};
  std::string system = {};   // column; adds the correlation of the systems' means
  std::string dataset = {};  // column; adds the correlations within each data set
  std::string group = {};    // column; its groups are drawn whole (items only)
  BootstrapOptions bootstrap = {};
};

struct Correlation {
  std::string kind;  // "spearman", "pearson", "kendall" (tau-b)
  Estimate estimate = {};
  // Two-sided, of no correlation: by Student's t for the first two (absent below three items); for
  // Kendall exact where nothing is tied and there are at most 33 items, else by the normal
  // distribution.
  std::optional<double> p = {};
};

struct CorrelationRow {
  std::string metric = {};
  std::string level = {};                   // "item" or "system"
  std::optional<std::string> dataset = {};  // absent: all of them together
  std::string missing = {};                 // as in MetricReport
  std::optional<double> fill = {};
  std::size_t n = 0;          // items or systems
  std::size_t n_missing = 0;  // items without a score, dropped or filled
  std::vector<Correlation> correlations = {};
};

struct CorrelateReport {
  std::size_t n_items = 0;
  std::size_t n_unrated = 0;
  std::vector<CorrelationRow> rows;
};

Result<CorrelateReport> correlate(const ScoreTable& table, const Ratings& ratings,
                                  const CorrelateOptions& options);

// What `assay evaluate correlate --json` prints: docs/formats/command_json.md.
std::string to_json(const CorrelateReport& report, const CorrelateOptions& options);

}  // namespace assay::evaluate
