#include "assay/labels.h"

#include <gmock/gmock.h>

namespace assay::evaluate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ScoreTable table_of(std::vector<std::optional<std::string>> labels) {
  ScoreTable table;
  table.files = {"in.csv"};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    table.ids.push_back(std::to_string(i));
    table.places.push_back({0, i + 2});
  }
  table.texts.push_back({"label", std::move(labels)});
  return table;
}

std::string error_of(const ScoreTable& table, const LabelWords& words) {
  const auto labels = read_labels(table, "label", words);
  EXPECT_FALSE(labels);
  return labels ? "" : labels.error().to_string();
}

TEST(ReadLabels, KnowsTheUsualWords) {
  const auto labels = read_labels(
      table_of({"1", "0", "True", "FALSE", "consistent", "refuted", std::nullopt}), "label", {});
  ASSERT_TRUE(labels);
  EXPECT_THAT(*labels, ElementsAre(true, false, true, false, true, false, std::nullopt));
}

TEST(ReadLabels, KnowsWhatPandasMakesOfAColumnWithGaps) {
  const auto labels = read_labels(table_of({"1.0", "0.0", std::nullopt}), "label", {});
  ASSERT_TRUE(labels);
  EXPECT_THAT(*labels, ElementsAre(true, false, std::nullopt));
}

TEST(ReadLabels, AnUnknownWordIsAnErrorThatListsTheLabels) {
  const std::string error = error_of(table_of({"1", "Generic"}), {});
  EXPECT_THAT(error, HasSubstr("in.csv:3: field `label`: `Generic` is no label that is known"));
  EXPECT_THAT(error, HasSubstr("--positive VALUE"));
  EXPECT_THAT(error, HasSubstr("the labels are `1`, `Generic`"));
}

TEST(ReadLabels, WordsOfTheCallerReplaceTheUsualOnes) {
  const ScoreTable table = table_of({"Fully", "not", "generic", "1"});
  EXPECT_THAT(read_labels(table, "label", {.positive = {"fully"}}).value(),
              ElementsAre(true, false, false, false));
  EXPECT_THAT(read_labels(table, "label", {.negative = {"not"}}).value(),
              ElementsAre(true, false, true, true));
  EXPECT_THAT(read_labels(table, "label",
                          {.positive = {"fully"}, .negative = {"not"}, .ignored = {"generic", "1"}})
                  .value(),
              ElementsAre(true, false, std::nullopt, std::nullopt));
  EXPECT_THAT(error_of(table, {.positive = {"fully"}, .negative = {"not"}}),
              HasSubstr("`generic` is no label"));
}

TEST(ReadLabels, AMisspeltWordIsAnError) {
  EXPECT_THAT(error_of(table_of({"a", "b"}), {.positive = {"A", "c"}}),
              HasSubstr("no item has the label `c` (the labels are `a`, `b`)"));
}

TEST(ReadRatings, TakesNumbersAndTheMeansOfLists) {
  const auto ratings =
      read_ratings(table_of({"2", "[1, 2]", std::nullopt, "-0.5"}), "label").value();
  EXPECT_THAT(ratings, ElementsAre(2.0, 1.5, std::nullopt, -0.5));
}

TEST(ReadRatings, RefusesOtherTexts) {
  for (const char* text : {"good", "1e101", "[1e308, 1e308]", "[]", "[1, \"2\"]", "nan"}) {
    const auto ratings = read_ratings(table_of({"2", text}), "label");
    ASSERT_FALSE(ratings) << text;
    EXPECT_THAT(ratings.error().to_string(), HasSubstr("in.csv:3: field `label`: "));
  }
}

}  // namespace
}  // namespace assay::evaluate
