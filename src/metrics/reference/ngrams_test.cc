#include "metrics/reference/ngrams.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::reference {
namespace {

using Ids = std::vector<std::uint32_t>;

TEST(Ngrams, CountsEachAsOftenAsBothTextsHaveIt) {
  const Ids response = {1, 1, 1, 2};
  const Ids other = {1, 2, 1, 1, 3};
  const NgramCounts words = count_ngrams(response, other, 1);
  EXPECT_EQ(words.response, 4);
  EXPECT_EQ(words.other, 5);
  EXPECT_EQ(words.shared, 4);                             // 1 three times, 2 once
  EXPECT_EQ(count_ngrams(response, other, 2).shared, 2);  // (1, 1) once of two, (1, 2)
  EXPECT_EQ(count_ngrams(response, other, 3).shared, 0);
}

TEST(Ngrams, OfSeveralTextsTheOneThatHasItMostCounts) {
  const Ids response = {1, 1, 1, 2, 3};
  const std::vector<Ids> others = {{1, 3, 1}, {1, 2, 2}, {4}};
  const SharedNgrams words = count_shared(response, others, 1);
  EXPECT_EQ(words.response, 5);
  EXPECT_EQ(words.shared, 4);                              // 1 twice, 2 and 3 once
  EXPECT_EQ(count_shared(response, others, 2).shared, 1);  // (1, 2)
  EXPECT_EQ(count_shared(response, {}, 1).shared, 0);
}

TEST(Ngrams, TextsThatAreTooShortHaveNone) {
  const Ids response = {1, 2};
  const Ids other = {1, 2, 3};
  const NgramCounts counts = count_ngrams(response, other, 3);
  EXPECT_EQ(counts.response, 0);
  EXPECT_EQ(counts.other, 1);
  EXPECT_EQ(counts.shared, 0);
  EXPECT_EQ(count_ngrams({}, {}, 1).response, 0);
}

TEST(Ngrams, AShortNgramIsNotTakenForALongerOne) {
  const Ids zeros = {0, 0};
  const Ids longer = {0, 0, 0};
  EXPECT_EQ(count_ngrams(zeros, longer, 2).shared, 1);
  EXPECT_EQ(count_ngrams(zeros, longer, 4).shared, 0);
}

}  // namespace
}  // namespace assay::reference
