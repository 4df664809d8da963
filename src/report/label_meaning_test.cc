#include "report/label_meaning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(LabelMeanings, UsualWords) {
  const auto meanings = label_meanings({"Consistent", "inconsistent"}, {}, {});
  ASSERT_TRUE(meanings);
  EXPECT_TRUE(meanings->are_known);
  EXPECT_THAT(meanings->grounded, ElementsAre(true, false));
}

TEST(LabelMeanings, WhatIsNotUnderstoodIsNoError) {
  const auto meanings = label_meanings({"good", "bad"}, {}, {});
  ASSERT_TRUE(meanings);
  EXPECT_FALSE(meanings->are_known);
  EXPECT_THAT(meanings->grounded, ElementsAre(std::nullopt, std::nullopt));
}

TEST(LabelMeanings, WordsThatAreGiven) {
  const auto meanings = label_meanings({"good", "bad", "odd"}, {"good"}, {"odd"});
  ASSERT_TRUE(meanings);
  EXPECT_TRUE(meanings->are_known);
  EXPECT_THAT(meanings->grounded, ElementsAre(true, false, std::nullopt));
}

TEST(LabelMeanings, AMisspeltWordIsAnError) {
  const auto meanings = label_meanings({"good", "bad"}, {"godo"}, {});
  ASSERT_FALSE(meanings);
  EXPECT_THAT(meanings.error().to_string(), HasSubstr("the label `godo`"));
}

TEST(LabelMeanings, OneKindAloneIsNotEnough) {
  EXPECT_FALSE(label_meanings({"consistent"}, {}, {})->are_known);
  EXPECT_FALSE(label_meanings({}, {}, {})->are_known);
}

}  // namespace
}  // namespace assay::report
