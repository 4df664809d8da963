// Whoever asks for numbers can ask to stop.

#include <gtest/gtest.h>

#include "assay/agreement.h"
#include "assay/calibrate.h"
#include "assay/classify.h"
#include "assay/correlate.h"
#include "assay/system_level.h"

namespace assay::evaluate {
namespace {

// More rounds than any test could wait for.
class Interrupt : public testing::Test {
 protected:
  Interrupt() {
    table_.files = {"in.csv"};
    table_.scores = {{"s", {}}};
    table_.texts = {{"context", {}}};
    for (std::size_t i = 0; i < 20; ++i) {
      table_.ids.push_back(std::to_string(i));
      table_.places.push_back({0, i + 2});
      table_.scores[0].values.emplace_back(0.05 * static_cast<double>(i));
      table_.texts[0].values.push_back(std::to_string(i / 2));
      labels_.emplace_back(i % 2 == 0);
    }
  }

  BootstrapOptions endless(const std::atomic<bool>& flag) const {
    return {.rounds = 1'000'000, .interrupt = &flag};
  }

  std::atomic<bool> flag_ = true;
  ScoreTable table_;
  Labels labels_;
};

template <typename Report>
void expect_interrupted(const Result<Report>& report) {
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kInterrupted);
}

TEST_F(Interrupt, EndsClassify) {
  expect_interrupted(classify(table_, labels_, {.bootstrap = endless(flag_)}));
}

TEST_F(Interrupt, EndsCorrelate) {
  const Ratings ratings(table_.size(), 1.0);
  expect_interrupted(correlate(table_, ratings, {.bootstrap = endless(flag_)}));
}

TEST_F(Interrupt, EndsAgreement) {
  const std::vector<std::optional<std::string>> values(20, "1");
  const RatingMatrix ratings{.raters = {"ann", "bob"}, .values = {values, values}};
  expect_interrupted(agreement(ratings, {.bootstrap = endless(flag_)}));
}

TEST_F(Interrupt, EndsSystemLevel) {
  expect_interrupted(system_level(table_, labels_, {.rounds = endless(flag_)}));
}

TEST_F(Interrupt, EndsFit) {
  expect_interrupted(fit_calibrator(table_, labels_, {.bootstrap = endless(flag_)}));
}

TEST_F(Interrupt, ChangesNothingUntilItIsAskedFor) {
  flag_ = false;
  const auto report = classify(table_, labels_, {.bootstrap = {.rounds = 20, .interrupt = &flag_}});
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->metrics.at(0).measures.at(0).second.interval);
}

}  // namespace
}  // namespace assay::evaluate
