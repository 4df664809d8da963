#include "assay/system_level.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "evaluate/bootstrap.h"
#include "evaluate/correlation.h"
#include "evaluate/labelled_scores.h"
#include "evaluate/ranks.h"

namespace assay::evaluate {
namespace {

// The items of the two responses to one context.
struct ResponsePair {
  std::size_t grounded = 0;
  std::size_t ungrounded = 0;
};

struct ScorePair {
  double grounded = 0;
  double ungrounded = 0;
};

// The contexts of which exactly one response is grounded and one is not.
std::vector<ResponsePair> pairs_of(const Groups& contexts, const Labels& labels) {
  std::vector<std::vector<std::size_t>> grounded(contexts.count);
  std::vector<std::vector<std::size_t>> ungrounded(contexts.count);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i]) (*labels[i] ? grounded : ungrounded)[contexts.group_of[i]].push_back(i);
  }
  std::vector<ResponsePair> pairs;
  for (std::size_t context = 0; context < contexts.count; ++context) {
    if (grounded[context].size() == 1 && ungrounded[context].size() == 1)
      pairs.push_back({grounded[context][0], ungrounded[context][0]});
  }
  return pairs;
}

std::size_t count_of(double share, std::size_t drawn) {
  return static_cast<std::size_t>(std::nearbyint(share * static_cast<double>(drawn)));
}

// The mean scores of all simulated systems in one round.
std::vector<double> simulate(const std::vector<ScorePair>& scores,
                             const SystemLevelOptions& options, Random& random) {
  std::vector<std::size_t> drawn(options.drawn);
  for (std::size_t& context : drawn) context = random.below(scores.size());
  double all_grounded = 0;
  for (const std::size_t context : drawn) all_grounded += scores[context].grounded;
  std::vector<double> means;
  for (const double share : options.shares) {
    // The first of a random order of what was drawn are taken from the worse system.
    random.shuffle(drawn);
    double sum = all_grounded;
    for (std::size_t i = 0; i < count_of(share, options.drawn); ++i)
      sum += scores[drawn[i]].ungrounded - scores[drawn[i]].grounded;
    means.push_back(sum / static_cast<double>(options.drawn));
  }
  return means;
}

std::optional<double> spearman_of(const std::vector<double>& means,
                                  const std::vector<double>& shares) {
  std::vector<double> quality;
  for (const double share : shares) quality.push_back(-share);
  return pearson(mid_ranks(means), mid_ranks(quality), std::vector<double>(means.size(), 1));
}

SystemLevelRow row_of(const std::vector<ScorePair>& scores, const SystemLevelOptions& options) {
  SystemLevelRow row;
  row.n_contexts = scores.size();
  for (const double share : options.shares)
    row.systems.push_back({.share = share, .ungrounded = count_of(share, options.drawn)});
  if (scores.empty()) return row;
  std::vector<std::vector<double>> means(options.rounds.rounds);
  base::parallel_for(means.size(), options.rounds.threads, [&](std::size_t round) {
    if (base::is_set(options.rounds.interrupt)) return;
    Random random(options.rounds.seed, round);
    means[round] = simulate(scores, options, random);
  });
  if (base::is_set(options.rounds.interrupt)) return row;
  std::vector<RoundValues> values;
  double sum = 0;
  for (const std::vector<double>& of_round : means) {
    values.push_back({spearman_of(of_round, options.shares)});
    if (!values.back()[0]) ++row.n_undefined;
    sum += values.back()[0].value_or(0);
    for (std::size_t i = 0; i < of_round.size(); ++i)
      row.systems[i].mean_score += of_round[i] / static_cast<double>(means.size());
  }
  if (row.n_undefined == means.size()) return row;
  row.spearman.value = sum / static_cast<double>(means.size() - row.n_undefined);
  row.spearman.interval = interval_of(values, 0, options.rounds.confidence);
  return row;
}

std::vector<SystemLevelRow> rows_of(const ScoreColumn& column,
                                    const std::vector<ResponsePair>& pairs,
                                    const SystemLevelOptions& options) {
  const auto fill = fill_value(column, options.fill);
  std::vector<ScorePair> dropped;
  std::vector<ScorePair> filled;
  for (const auto& [grounded, ungrounded] : pairs) {
    const Score& good = column.values[grounded];
    const Score& bad = column.values[ungrounded];
    if (good && bad) dropped.push_back({*good, *bad});
    if (fill) filled.push_back({good ? *good : *fill, bad ? *bad : *fill});
  }
  std::vector<SystemLevelRow> rows = {row_of(dropped, options)};
  const std::size_t missing = pairs.size() - dropped.size();
  rows[0].missing = missing == 0 ? "none" : "dropped";
  if (missing > 0 && fill) {
    rows.push_back(row_of(filled, options));
    rows[1].missing = "filled";
    rows[1].fill = fill;
  }
  for (SystemLevelRow& row : rows) {
    row.metric = column.name;
    row.n_missing = missing;
  }
  return rows;
}

Result<void> check(const SystemLevelOptions& options) {
  std::set<double> shares;
  for (const double share : options.shares) {
    if (!(share >= 0) || share > 1) {
      return fail(ErrorCode::kInvalidOption,
                  fmt::format("{} is no share of ungrounded responses", share),
                  "shares are from 0 to 1");
    }
    if (!shares.insert(share).second)
      return fail(ErrorCode::kInvalidOption, fmt::format("the share {} is named twice", share));
  }
  if (shares.size() < 2 || options.drawn == 0 || options.rounds.rounds == 0) {
    return fail(ErrorCode::kInvalidOption,
                "a simulation takes two shares or more, a round and a context to draw");
  }
  return {};
}

}  // namespace

Result<SystemLevelReport> system_level(const ScoreTable& table, const Labels& labels,
                                       const SystemLevelOptions& options) {
  if (auto good = check(options); !good) return tl::unexpected(good.error());
  const auto contexts = groups_of(table, options.context);
  if (!contexts) return tl::unexpected(contexts.error());
  const auto pairs = pairs_of(*contexts, labels);
  if (pairs.empty()) {
    return fail(ErrorCode::kInvalidInput,
                fmt::format("none of {} contexts has exactly one grounded and one ungrounded "
                            "response",
                            contexts->count),
                "--context COLUMN names the column that responses to one context share");
  }
  SystemLevelReport report{.n_contexts = contexts->count, .n_pairs = pairs.size(), .rows = {}};
  for (const ScoreColumn& column : table.scores) {
    for (SystemLevelRow& row : rows_of(column, pairs, options))
      report.rows.push_back(std::move(row));
    if (auto good = check_interrupt(options.rounds); !good) return tl::unexpected(good.error());
  }
  return report;
}

}  // namespace assay::evaluate
