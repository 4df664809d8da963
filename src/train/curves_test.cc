#include "train/curves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_files.h"

namespace assay::train {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string drawn(const std::string& log) {
  const TestFolder folder;
  const std::string picture = folder.file("curves.svg");
  EXPECT_TRUE(draw_curves(folder.write("log.jsonl", log), picture));
  return read_bytes(picture);
}

TEST(Curves, PointsLieBetweenTheLeastAndTheMost) {
  const std::string svg = drawn(
      "{\"step\": 5, \"loss\": 2}\n{\"step\": 10, \"loss\": 1}\n"
      "{\"step\": 10, \"score\": 0.25}\n");
  // The loss falls from the top of its panel in the middle to the bottom at the right.
  EXPECT_THAT(svg, HasSubstr("points=\"385.0,34.0 700.0,190.0\""));
  EXPECT_THAT(svg, HasSubstr("points=\"700.0,332.0\""));  // one score, in the middle of its panel
  EXPECT_THAT(svg, HasSubstr("score of the evaluations"));
  EXPECT_THAT(svg, HasSubstr(">0.25<"));
}

TEST(Curves, WithoutEvaluationsThereIsOnePanel) {
  const std::string svg = drawn("no json\n{\"step\": 1}\n{\"step\": 1, \"loss\": 3}\n");
  EXPECT_THAT(svg, HasSubstr("height=\"220\""));
  EXPECT_THAT(svg, Not(HasSubstr("score")));
}

}  // namespace
}  // namespace assay::train
