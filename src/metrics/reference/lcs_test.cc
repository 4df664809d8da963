#include "metrics/reference/lcs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace assay::reference {
namespace {

using Ids = std::vector<std::uint32_t>;
using Table = std::vector<std::vector<std::size_t>>;

Table table_of(const Ids& reference, const Ids& response) {
  Table table(reference.size() + 1, std::vector<std::size_t>(response.size() + 1, 0));
  for (std::size_t i = 1; i <= reference.size(); ++i) {
    for (std::size_t j = 1; j <= response.size(); ++j) {
      table[i][j] = reference[i - 1] == response[j - 1]
                        ? table[i - 1][j - 1] + 1
                        : std::max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table;
}

// The walk from the table's end that the header describes.
Ids positions_by_table(const Ids& reference, const Ids& response) {
  const Table table = table_of(reference, response);
  Ids positions;
  for (std::size_t i = reference.size(), j = response.size(); i > 0 && j > 0;) {
    if (reference[i - 1] == response[j - 1]) {
      positions.push_back(static_cast<std::uint32_t>(i - 1));
      --i;
      --j;
    } else if (table[i][j - 1] > table[i - 1][j]) {
      --j;
    } else {
      --i;
    }
  }
  std::reverse(positions.begin(), positions.end());
  return positions;
}

TEST(Lcs, IsThatOfTheTableForManyTexts) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const auto make = [&](std::size_t most) {
      Ids ids(random() % (most + 1));
      const std::uint32_t words = 1 + random() % 8;
      for (std::uint32_t& id : ids) id = random() % words;
      return ids;
    };
    const Ids reference = make(round % 10 == 0 ? 300 : 12);
    const Ids response = make(round % 10 == 0 ? 300 : 12);
    const Ids wanted = positions_by_table(reference, response);
    const auto positions = lcs_positions(reference, WordPlaces(response));
    EXPECT_EQ(lcs_length(reference, response), wanted.size());
    EXPECT_EQ(Ids(positions.begin(), positions.end()), wanted);
  }
}

// A bit for every word and place of these would be 1.25 GB.
TEST(Lcs, OfLongTextsOfDifferentWordsTakesLittleMemory) {
  Ids text(100'000);
  std::iota(text.begin(), text.end(), 0);
  EXPECT_EQ(lcs_length(text, text), text.size());
  Ids turned = text;
  std::rotate(turned.begin(), turned.begin() + 1000, turned.end());
  EXPECT_EQ(lcs_length(text, turned), text.size() - 1000);
}

TEST(Lcs, OfNothingIsNothing) {
  EXPECT_EQ(lcs_length({}, {}), 0u);
  EXPECT_EQ(lcs_length(Ids{1}, {}), 0u);
  EXPECT_EQ(lcs_length({}, Ids{1}), 0u);
  const Ids one = {1};
  EXPECT_TRUE(lcs_positions(one, WordPlaces({})).empty());
  EXPECT_TRUE(lcs_positions({}, WordPlaces(one)).empty());
}

}  // namespace
}  // namespace assay::reference
