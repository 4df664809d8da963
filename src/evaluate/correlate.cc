#include "assay/correlate.h"

#include <algorithm>
#include <map>

#include "evaluate/bootstrap.h"
#include "evaluate/correlation.h"
#include "evaluate/datasets.h"
#include "evaluate/labelled_scores.h"
#include "evaluate/ranks.h"

namespace assay::evaluate {
namespace {

struct Pairs {
  std::vector<std::size_t> items;
  std::vector<double> scores;
  std::vector<double> ratings;
};

// The pairs with each of them as often as its weight says: what has no weighted form.
Pairs expanded(const Pairs& pairs, const std::vector<double>& weights) {
  Pairs drawn;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    for (double left = weights[i]; left > 0; --left) {
      drawn.scores.push_back(pairs.scores[i]);
      drawn.ratings.push_back(pairs.ratings[i]);
    }
  }
  return drawn;
}

std::vector<Correlation> correlations_of(const Pairs& pairs, const Groups& groups,
                                         const BootstrapOptions& options) {
  const WeightedRanks score_ranks(pairs.scores);
  const WeightedRanks rating_ranks(pairs.ratings);
  const auto values_of = [&](const std::vector<double>& weights) {
    const Pairs drawn = expanded(pairs, weights);
    const auto tau = kendall(drawn.scores, drawn.ratings);
    return RoundValues{pearson(score_ranks.of(weights), rating_ranks.of(weights), weights),
                       pearson(pairs.scores, pairs.ratings, weights),
                       tau ? std::optional(tau->tau_b) : std::nullopt};
  };
  const RoundValues values = values_of(std::vector<double>(pairs.scores.size(), 1));
  const auto rounds = run_bootstrap(groups, options, values_of);
  std::vector<Correlation> correlations = {
      {.kind = "spearman"}, {.kind = "pearson"}, {.kind = "kendall"}};
  for (std::size_t i = 0; i < correlations.size(); ++i) {
    if (!values[i]) continue;
    correlations[i].estimate.value = values[i];
    correlations[i].estimate.interval = interval_of(rounds, i, options.confidence);
    correlations[i].p = correlation_p(*values[i], pairs.scores.size());
  }
  if (values[2]) correlations[2].p = kendall(pairs.scores, pairs.ratings)->p;
  return correlations;
}

// The means of the systems, in the order of their names.
Pairs means_by_system(const Pairs& pairs, const TextColumn& systems) {
  struct Sum {
    double scores = 0;
    double ratings = 0;
    double n = 0;
  };
  std::map<std::string, Sum> sums;
  for (std::size_t i = 0; i < pairs.items.size(); ++i) {
    const auto& system = systems.values[pairs.items[i]];
    if (!system) continue;
    Sum& sum = sums[*system];
    sum.scores += pairs.scores[i];
    sum.ratings += pairs.ratings[i];
    ++sum.n;
  }
  Pairs means;
  for (const auto& [system, sum] : sums) {
    means.scores.push_back(sum.scores / sum.n);
    means.ratings.push_back(sum.ratings / sum.n);
  }
  return means;
}

class Correlator {
 public:
  Correlator(const ScoreTable& table, const Ratings& ratings, const CorrelateOptions& options,
             Groups groups)
      : table_(table), ratings_(ratings), options_(options), groups_(std::move(groups)) {}

  // All rows of a metric over the items of one data set, or of all; `fill` stands in for scores.
  void add_rows(const ScoreColumn& column, std::optional<double> fill,
                const std::optional<std::string>& dataset, const std::vector<std::size_t>& items) {
    const std::size_t missing = count_missing(column, items);
    CorrelationRow row{.metric = column.name, .dataset = dataset, .n_missing = missing};
    row.missing = missing == 0 ? "none" : "dropped";
    add_levels(column, items, row);
    if (missing == 0 || !fill) return;
    row.missing = "filled";
    row.fill = fill;
    add_levels(column, items, row);
  }

  std::vector<CorrelationRow> take() { return std::move(rows_); }

 private:
  std::size_t count_missing(const ScoreColumn& column,
                            const std::vector<std::size_t>& items) const {
    return static_cast<std::size_t>(std::count_if(items.begin(), items.end(), [&](std::size_t i) {
      return ratings_[i] && !column.values[i];
    }));
  }

  Pairs pairs_of(const ScoreColumn& column, const std::vector<std::size_t>& items,
                 const std::optional<double>& fill) const {
    Pairs pairs;
    for (const std::size_t i : items) {
      if (!ratings_[i] || (!column.values[i] && !fill)) continue;
      pairs.items.push_back(i);
      pairs.scores.push_back(column.values[i] ? *column.values[i] : *fill);
      pairs.ratings.push_back(*ratings_[i]);
    }
    return pairs;
  }

  void add_levels(const ScoreColumn& column, const std::vector<std::size_t>& items,
                  CorrelationRow row) {
    const Pairs pairs = pairs_of(column, items, row.fill);
    row.level = "item";
    add(row, pairs, groups_.subset(pairs.items));
    if (options_.system.empty()) return;
    const Pairs means = means_by_system(pairs, *table_.find_text(options_.system));
    row.level = "system";
    add(row, means, Groups::each_alone(means.scores.size()));
  }

  void add(CorrelationRow row, const Pairs& pairs, const Groups& groups) {
    row.n = pairs.scores.size();
    row.correlations = correlations_of(pairs, groups, options_.bootstrap);
    rows_.push_back(std::move(row));
  }

  const ScoreTable& table_;
  const Ratings& ratings_;
  const CorrelateOptions& options_;
  Groups groups_;
  std::vector<CorrelationRow> rows_;
};

}  // namespace

Result<CorrelateReport> correlate(const ScoreTable& table, const Ratings& ratings,
                                  const CorrelateOptions& options) {
  CorrelateReport report;
  report.n_items = table.size();
  report.n_unrated =
      static_cast<std::size_t>(std::count(ratings.begin(), ratings.end(), std::optional<double>()));
  if (report.n_unrated == report.n_items) {
    return fail(ErrorCode::kInvalidInput,
                table.size() == 0 ? "there are no items" : "no item has a rating",
                "--label COLUMN names the column of the ratings");
  }
  if (!options.system.empty() && table.find_text(options.system) == nullptr)
    return fail(ErrorCode::kInvalidOption, "the column `" + options.system + "` was not read");
  const auto datasets = datasets_of(table, options.dataset);
  if (!datasets) return tl::unexpected(datasets.error());
  auto groups = groups_of(table, options.group);
  if (!groups) return tl::unexpected(groups.error());
  Correlator correlator(table, ratings, options, *std::move(groups));
  for (const ScoreColumn& column : table.scores) {
    const auto fill = fill_value(column, options.fill);
    correlator.add_rows(column, fill, std::nullopt, all_items(table));
    if (auto good = check_interrupt(options.bootstrap); !good) return tl::unexpected(good.error());
    for (const Dataset& dataset : *datasets) {
      correlator.add_rows(column, fill, dataset.name, dataset.items);
      if (auto good = check_interrupt(options.bootstrap); !good)
        return tl::unexpected(good.error());
    }
  }
  report.rows = correlator.take();
  return report;
}

}  // namespace assay::evaluate
