#include "cli/metric_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(ParseFields, SplitsAtTheFirstEqualsSign) {
  EXPECT_THAT(*parse_fields({"response=answer", "knowledge=a=b"}),
              ElementsAre(Pair("response", "answer"), Pair("knowledge", "a=b")));
}

TEST(ParseFields, SaysHowToWriteOne) {
  for (const char* text : {"response", "=answer", "response=", ""}) {
    const auto fields = parse_fields({text});
    ASSERT_FALSE(fields) << text;
    EXPECT_THAT(fields.error().hint, HasSubstr("FIELD=COLUMN"));
  }
}

TEST(MetricOptionsOf, WordsBecomeOptions) {
  MetricSelection selection;
  selection.compat = "q2-paper";
  selection.questions = "all";
  selection.question_style = "in_place";
  const MetricOptions options = metric_options_of(selection);
  EXPECT_EQ(options.compat, Compat::kQ2Paper);
  EXPECT_EQ(options.questions, QuestionsPerCandidate::kAll);
  EXPECT_EQ(options.question_style, MetricOptions::Style::kInPlace);
}

TEST(MetricOptionsOf, UnsetQuestionsStayUnset) {
  EXPECT_EQ(metric_options_of(MetricSelection()).questions, std::nullopt);
  EXPECT_EQ(metric_options_of(MetricSelection()).compat, Compat::kNone);
}

}  // namespace
}  // namespace assay::cli
