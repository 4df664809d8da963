#include "nlp/thinc_model.h"

#include <gmock/gmock.h>

#include "nlp/testing_thinc.h"

namespace assay::nlp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing_thinc::Layer;
using testing_thinc::Parameter;

std::vector<Layer> two_layers() {
  return {{"root", {}, {}},
          {"leaf", {{"seed", testing_thinc::packed(7)}}, {{"W", {{2, 3}, {1, 2, 3, 4, 5, 6}}}}}};
}

TEST(ThincModel, ReadsNamesAttributesAndParameters) {
  const auto model = ThincModel::parse(testing_thinc::write(two_layers()));
  ASSERT_TRUE(model) << model.error().to_string();
  EXPECT_EQ(model->root().name, "root");
  const auto leaves = model->named("leaf", 1);
  ASSERT_TRUE(leaves);
  const ThincLayer& leaf = *leaves->front();
  EXPECT_EQ(leaf.size_attribute("seed"), 7U);
  const auto weights = leaf.parameter("W", 2);
  ASSERT_TRUE(weights);
  EXPECT_THAT((*weights)->shape, ElementsAre(2, 3));
  EXPECT_THAT((*weights)->values, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(ThincModel, WhatIsMissingIsNamed) {
  const auto model = ThincModel::parse(testing_thinc::write(two_layers()));
  ASSERT_TRUE(model);
  const auto none = model->named("maxout", 1);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(none.error().message, HasSubstr("`maxout`"));
  EXPECT_THAT(model->root().parameter("b", 1).error().message, HasSubstr("`b`"));
  EXPECT_THAT(model->root().size_attribute("seed").error().message, HasSubstr("`seed`"));
  EXPECT_THAT(model->layers()[1].strings_attribute("seed").error().message, HasSubstr("list"));
  EXPECT_FALSE(model->layers()[1].parameter("W", 3));
}

TEST(ThincModel, OtherNumbersThanFloatsAreUnsupported) {
  auto layers = two_layers();
  layers[1].parameters["W"].type = "<f8";
  const auto model = ThincModel::parse(testing_thinc::write(layers));
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(model.error().message, HasSubstr("<f8"));
}

TEST(ThincModel, DataMustFillTheShape) {
  for (const auto& shape : {std::vector<std::size_t>{2, 4}, {2}, {SIZE_MAX, SIZE_MAX}, {0}}) {
    auto layers = two_layers();
    layers[1].parameters["W"].shape = shape;
    EXPECT_EQ(ThincModel::parse(testing_thinc::write(layers)).error().code, ErrorCode::kCorrupt);
  }
}

TEST(ThincModel, EveryTruncationIsAnError) {
  const std::string bytes = testing_thinc::write(two_layers());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(ThincModel::parse(std::string_view(bytes).substr(0, size))) << size;
  }
}

TEST(ThincModel, AFileWithoutLayersIsCorrupt) {
  EXPECT_EQ(ThincModel::parse(testing_thinc::write({})).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(ThincModel::parse("\x80").error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace assay::nlp
