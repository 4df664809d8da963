// Scores of models whose judgements the test writes.

#include "rows/quality.h"

#include <gmock/gmock.h>

#include <fstream>

#include "fakes/fake_models.h"
#include "test_files.h"

namespace assay::rows {
namespace {

namespace fs = std::filesystem;
using testing::FakeNli;
using testing::FakeQa;
using ::testing::HasSubstr;

class Measured : public ::testing::Test {
 protected:
  fs::path write(const std::string& text) const { return folder_.write("dev.jsonl", text); }

  TestFolder folder_;
};

constexpr char kPairs[] =
    R"({"premise": "a", "hypothesis": "b", "label": "entailment", "source": "x"}
{"premise": "a", "hypothesis": "c", "label": "contradiction", "source": "x"}
{"premise": "a", "hypothesis": "d", "label": "not_entailment"}
)";

TEST_F(Measured, PairsBySource) {
  FakeNli model;
  model.set("a", "b", FakeNli::entailment());
  model.set("a", "d", FakeNli::contradiction());
  const auto quality = measure_pairs(model, write(kPairs)).value();
  EXPECT_EQ(quality.all.rows, 3U);
  EXPECT_EQ(quality.all.right, 2U);  // "c" is judged neutral
  ASSERT_EQ(quality.sources.size(), 2U);
  EXPECT_EQ(quality.sources[0].first, "x");
  EXPECT_DOUBLE_EQ(quality.sources[0].second.accuracy(), .5);
  EXPECT_EQ(quality.sources[1].first, "dev");  // the name of the file
  EXPECT_DOUBLE_EQ(quality.sources[1].second.accuracy(), 1);
}

TEST_F(Measured, NamesTheRowThatIsWrong) {
  const FakeNli model;
  const auto bad = measure_pairs(
      model, write(std::string(kPairs) + R"({"premise": "a", "hypothesis": "b", "label": "yes"})"));
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().to_string(), HasSubstr("dev.jsonl:4: field `label`: `yes` is no label"));
  EXPECT_THAT(measure_pairs(model, write("\n")).error().to_string(), HasSubstr("has no rows"));
}

TEST_F(Measured, ARowBehindANulByteIsNotLost) {
  std::string two = R"({"premise": "a", "hypothesis": "b", "label": "neutral"})";
  two += '\0' + two + '\n';
  const auto bad = measure_pairs(FakeNli(), write(two));
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().to_string(), HasSubstr("dev.jsonl:1: not a JSON object"));
}

TEST_F(Measured, AnswersAtTheMarginOfTheModel) {
  FakeQa model;
  model.set("who", "Ada was born in London.", "Ada", 2);
  model.set("where", "Ada was born in London.", "in London", 1);
  model.set("when", "It rained.", "It", 3);
  const auto quality =
      measure_answers(
          model,
          write(
              R"({"context": "Ada was born in London.", "question": "who", "answer_text": "Ada", "answer_start": 0, "source": "x"}
{"context": "Ada was born in London.", "question": "where", "answer_text": "London", "answer_start": 16, "source": "x"}
{"context": "It rained.", "question": "when", "answer_text": "", "answer_start": -1, "source": "y"}
{"context": "It rained.", "question": "why", "answer_start": -1, "source": "y"}
)"))
          .value();
  EXPECT_EQ(quality.all.answerable, 2U);
  EXPECT_DOUBLE_EQ(quality.all.exact, .5);
  EXPECT_DOUBLE_EQ(quality.all.f1, (1 + 2.0 / 3) / 2);
  EXPECT_EQ(quality.all.unanswerable, 2U);
  EXPECT_DOUBLE_EQ(quality.all.refused, .5);
  ASSERT_EQ(quality.sources.size(), 2U);
  EXPECT_EQ(quality.sources[1].second.answerable, 0U);
}

TEST_F(Measured, AsksOfOtherContextsWhereEveryQuestionIsAnswered) {
  FakeQa model;
  model.set("who", "Ada was born.", "Ada", 2);
  const auto quality =
      measure_answers(
          model,
          write(
              R"({"context": "Ada was born.", "question": "who", "answer_text": "Ada", "answer_start": 0, "source": "x"}
{"context": "It rained.", "question": "what", "answer_text": "It rained", "answer_start": 0, "source": "x"}
)"))
          .value();
  EXPECT_EQ(quality.all.answerable, 2U);
  EXPECT_DOUBLE_EQ(quality.all.exact, .5);
  EXPECT_EQ(quality.all.unanswerable, 2U);
  EXPECT_DOUBLE_EQ(quality.all.refused, 1);
  EXPECT_EQ(quality.sources[1].first, "x, other context");
}

}  // namespace
}  // namespace assay::rows
