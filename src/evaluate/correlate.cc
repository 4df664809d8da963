#include "assay/correlate.h"

#include <algorithm>
#include <map>

#include "evaluate/bootstrap.h"
#include "evaluate/correlation.h"
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

  // All rows of a metric over the items of one data set, or of all.
  void add_rows(const ScoreColumn& column, const std::optional<std::string>& dataset) {
    const std::size_t missing = count_missing(column, dataset);
    if (missing == 0) return add_levels(column, dataset, {.missing = "none"});
    add_levels(column, dataset, {.missing = "dropped", .n_missing = missing});
    if (const auto fill = fill_value(column, options_.fill))
      add_levels(column, dataset, {.missing = "filled", .fill = fill, .n_missing = missing});
  }

  std::vector<CorrelationRow> take() { return std::move(rows_); }

 private:
  bool is_in(std::size_t item, const std::optional<std::string>& dataset) const {
    if (!ratings_[item]) return false;
    return !dataset || table_.find_text(options_.dataset)->values[item] == dataset;
  }

  std::size_t count_missing(const ScoreColumn& column,
                            const std::optional<std::string>& dataset) const {
    std::size_t missing = 0;
    for (std::size_t i = 0; i < table_.size(); ++i)
      missing += is_in(i, dataset) && !column.values[i];
    return missing;
  }

  Pairs pairs_of(const ScoreColumn& column, const std::optional<std::string>& dataset,
                 const std::optional<double>& fill) const {
    Pairs pairs;
    for (std::size_t i = 0; i < table_.size(); ++i) {
      if (!is_in(i, dataset) || (!column.values[i] && !fill)) continue;
      pairs.items.push_back(i);
      pairs.scores.push_back(column.values[i] ? *column.values[i] : *fill);
      pairs.ratings.push_back(*ratings_[i]);
    }
    return pairs;
  }

  void add_levels(const ScoreColumn& column, const std::optional<std::string>& dataset,
                  CorrelationRow row) {
    const Pairs pairs = pairs_of(column, dataset, row.fill);
    row.metric = column.name;
    row.dataset = dataset;
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

// The names of the data sets that have rated items, in order of appearance.
std::vector<std::string> datasets_of(const ScoreTable& table, const std::string& column) {
  std::vector<std::string> names;
  if (column.empty()) return names;
  for (const auto& name : table.find_text(column)->values) {
    if (name && std::find(names.begin(), names.end(), *name) == names.end()) names.push_back(*name);
  }
  return names;
}

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
  for (const std::string& column : {options.system, options.dataset}) {
    if (!column.empty() && table.find_text(column) == nullptr)
      return fail(ErrorCode::kInvalidOption, "the column `" + column + "` was not read");
  }
  auto groups = groups_of(table, options.group);
  if (!groups) return tl::unexpected(groups.error());
  Correlator correlator(table, ratings, options, *std::move(groups));
  for (const ScoreColumn& column : table.scores) {
    correlator.add_rows(column, std::nullopt);
    for (const std::string& dataset : datasets_of(table, options.dataset))
      correlator.add_rows(column, dataset);
    if (auto good = check_interrupt(options.bootstrap); !good) return tl::unexpected(good.error());
  }
  report.rows = correlator.take();
  return report;
}

}  // namespace assay::evaluate
