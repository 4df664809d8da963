#include "assay/agreement.h"

#include <algorithm>
#include <array>

#include "engine/json_slices.h"
#include "evaluate/bootstrap.h"
#include "evaluate/coded_ratings.h"
#include "evaluate/json_list.h"
#include "evaluate/krippendorff.h"
#include "evaluate/measures.h"
#include "evaluate/rater_pairs.h"

namespace assay::evaluate {
namespace {

const std::vector<std::string> kMeasures = {"krippendorff_alpha", "fleiss_kappa", "raw_agreement",
                                            "unanimous",          "cohen_kappa",  "jaccard"};

// The mean of what is there.
class Mean {
 public:
  void add(const std::optional<double>& value) {
    if (!value) return;
    sum_ += *value;
    ++count_;
  }
  std::optional<double> value() const {
    return count_ == 0 ? std::nullopt : std::optional(sum_ / count_);
  }

 private:
  double sum_ = 0;
  double count_ = 0;
};

template <typename Visit>
void for_each_pair(std::size_t raters, Visit&& visit) {
  for (std::size_t a = 0; a < raters; ++a) {
    for (std::size_t b = a + 1; b < raters; ++b) visit(a, b);
  }
}

// In the order of kMeasures.
RoundValues measures_of(const CodedRatings& coded, std::size_t raters,
                        const AgreementOptions& options, const std::vector<double>& weights) {
  Mean kappa;
  Mean jaccard;
  for_each_pair(raters, [&](std::size_t a, std::size_t b) {
    const PairTable table(coded, a, b, weights);
    kappa.add(table.cohen_kappa(options.weights));
    jaccard.add(table.mean_jaccard());
  });
  return {krippendorff_alpha(coded, options.level, weights),
          fleiss_kappa(coded, weights),
          pairwise_agreement(coded, weights),
          unanimity(coded, weights),
          kappa.value(),
          jaccard.value()};
}

RaterPair pair_of(const CodedRatings& coded, const RatingMatrix& ratings, std::size_t a,
                  std::size_t b, KappaWeights weights) {
  const PairTable table(coded, a, b, std::vector<double>(coded.items.size(), 1));
  RaterPair pair{.first = ratings.raters[a], .second = ratings.raters[b], .categories = {}};
  pair.n = static_cast<std::size_t>(table.total());
  pair.raw_agreement = table.raw_agreement();
  pair.cohen_kappa = table.cohen_kappa(weights);
  pair.jaccard = table.mean_jaccard();
  for (std::size_t category = 0; category < coded.categories.size(); ++category)
    pair.categories.push_back({coded.categories[category], table.jaccard(category)});
  return pair;
}

void count_items(const CodedRatings& coded, std::size_t raters, AgreementReport& report) {
  for (const auto& item : coded.items) {
    const std::size_t missing = static_cast<std::size_t>(
        std::count(item.begin(), item.end(), std::optional<std::size_t>()));
    const std::size_t count = raters - missing;
    report.n_ratings += count;
    if (count >= 2) ++report.n_paired;
    if (missing == 0) ++report.n_complete;
  }
}

RatingMatrix ratings_of_columns(const ScoreTable& table, const std::vector<std::string>& columns) {
  RatingMatrix ratings;
  for (const std::string& column : columns) {
    if (const TextColumn* texts = table.find_text(column)) {
      ratings.raters.push_back(column);
      ratings.values.push_back(texts->values);
    }
  }
  return ratings;
}

Result<RatingMatrix> ratings_of_lists(const ScoreTable& table, const std::string& column) {
  RatingMatrix ratings;
  const TextColumn* texts = table.find_text(column);
  if (texts == nullptr) return fail(ErrorCode::kInternal, "the column was not read");
  for (std::size_t i = 0; i < texts->values.size(); ++i) {
    if (!texts->values[i]) continue;
    auto list = json_list(*texts->values[i]);
    if (!list) {
      return tl::unexpected(
          table.error_at(i, column, "`" + *texts->values[i] + "` is not a list of ratings",
                         "a JSON list with one value a rater, such as [1, 0, null]"));
    }
    while (ratings.values.size() < list->size()) {
      ratings.raters.push_back(std::to_string(ratings.raters.size() + 1));
      ratings.values.emplace_back(table.size());
    }
    for (std::size_t rater = 0; rater < list->size(); ++rater)
      ratings.values[rater][i] = std::move((*list)[rater]);
  }
  return ratings;
}

}  // namespace

const char* to_string(Level level) {
  constexpr std::array kNames = {"nominal", "ordinal", "interval", "ratio"};
  return kNames[static_cast<std::size_t>(level)];
}

const char* to_string(KappaWeights weights) {
  constexpr std::array kNames = {"none", "linear", "quadratic"};
  return kNames[static_cast<std::size_t>(weights)];
}

Result<void> RatingColumns::check() const {
  if (lists.empty() != raters.empty()) return {};
  return fail(ErrorCode::kInvalidOption, "the ratings must be named in one of two ways",
              "--rater COLUMN for every rater, or --ratings COLUMN for a column of lists");
}

std::vector<std::string> RatingColumns::names() const {
  return lists.empty() ? raters : std::vector<std::string>{lists};
}

Result<RatingMatrix> read_ratings(const ScoreTable& table, const RatingColumns& columns) {
  if (columns.lists.empty()) return ratings_of_columns(table, columns.raters);
  return ratings_of_lists(table, columns.lists);
}

Result<AgreementReport> agreement(const RatingMatrix& ratings, const AgreementOptions& options) {
  const std::size_t raters = ratings.raters.size();
  if (raters < 2) {
    return fail(ErrorCode::kInvalidInput, "agreement needs the ratings of at least two",
                "name a column a rater with --rater, or a column of lists with --ratings");
  }
  const auto coded = code_ratings(ratings, options.level);
  if (!coded) return tl::unexpected(coded.error());
  AgreementReport report;
  report.n_items = coded->items.size();
  report.n_raters = raters;
  count_items(*coded, raters, report);
  const auto values = [&](const std::vector<double>& weights) {
    return measures_of(*coded, raters, options, weights);
  };
  const auto rounds =
      run_bootstrap(Groups::each_alone(coded->items.size()), options.bootstrap, values);
  if (auto good = check_interrupt(options.bootstrap); !good) return tl::unexpected(good.error());
  report.measures = with_intervals(kMeasures, values(std::vector<double>(coded->items.size(), 1)),
                                   rounds, options.bootstrap.confidence);
  for_each_pair(raters, [&](std::size_t a, std::size_t b) {
    report.pairs.push_back(pair_of(*coded, ratings, a, b, options.weights));
  });
  return report;
}

}  // namespace assay::evaluate
