#pragma once
// How far several people (or metrics) agree about the same items.
//
//   evaluate::RatingMatrix ratings{.raters = {"ann", "bob"}, .values = {{"1", "0", ...}, {...}}};
//   auto report = evaluate::agreement(ratings, {.level = evaluate::Level::kNominal});
//
// Thread-safety: pure functions. Cost: bootstrap rounds times items times pairs of raters; with the
// level kRatio also the square of the number of different values.
// Failure: kInvalidInput below two raters, and for values that are no numbers where the level needs
// numbers. What is not defined (one value only, no item with two ratings) is absent.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/estimate.h"
#include "assay/score_table.h"

namespace assay::evaluate {

// What the values are: names, or numbers whose order, differences or ratios mean something.
enum class Level { kNominal, kOrdinal, kInterval, kRatio };

const char* to_string(Level level);

// How far apart two categories are for Cohen's kappa: all alike, or by their distance in the order
// of the categories, or its square.
enum class KappaWeights { kNone, kLinear, kQuadratic };

const char* to_string(KappaWeights weights);

struct RatingMatrix {
  std::vector<std::string> raters;
  // One list a rater, all as long as there are items; absent: the rater did not judge the item.
  std::vector<std::vector<std::optional<std::string>>> values;
};

// Where a table has the ratings: in a column a rater, or in a column of JSON lists with one rating
// a rater, "[1, 0, null]", whose raters are called by their position, from 1.
struct RatingColumns {
  std::vector<std::string> raters = {};
  std::string lists = {};

  // Fails unless one of the two is given.
  Result<void> check() const;
  std::vector<std::string> names() const;  // of all columns
};

Result<RatingMatrix> read_ratings(const ScoreTable& table, const RatingColumns& columns);

struct AgreementOptions {
  Level level = Level::kNominal;
  KappaWeights weights = KappaWeights::kNone;
  BootstrapOptions bootstrap = {};  // items are drawn
};

struct CategoryOverlap {
  std::string category;
  std::optional<double> jaccard = {};  // items that both gave it, of those that either gave it
};

struct RaterPair {
  std::string first;
  std::string second;
  std::size_t n = 0;  // items that both judged
  std::optional<double> raw_agreement = {};
  std::optional<double> cohen_kappa = {};
  std::optional<double> jaccard = {};  // mean over the categories that either gave
  std::vector<CategoryOverlap> categories;
};

struct AgreementReport {
  std::size_t n_items = 0;
  std::size_t n_raters = 0;
  std::size_t n_ratings = 0;
  std::size_t n_paired = 0;    // items with at least two ratings
  std::size_t n_complete = 0;  // items that every rater judged
  // krippendorff_alpha (over n_paired); fleiss_kappa (over n_complete); raw_agreement: the share of
  // equal pairs, mean over n_paired; unanimous: the share of n_paired with equal ratings only;
  // cohen_kappa and jaccard: means over the pairs of raters that have one.
  NamedEstimates measures;
  std::vector<RaterPair> pairs;
};

Result<AgreementReport> agreement(const RatingMatrix& ratings, const AgreementOptions& options);

// What `assay evaluate agreement --json` prints: docs/formats/command_json.md.
std::string to_json(const AgreementReport& report, const AgreementOptions& options);

}  // namespace assay::evaluate
