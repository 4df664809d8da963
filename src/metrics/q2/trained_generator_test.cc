// The generator over a tiny model that knows three questions by heart (tests/data/README.md).

#include "metrics/q2/trained_generator.h"

#include <gmock/gmock.h>

#include "model/int8_products.h"

namespace assay::q2 {
namespace {

using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr char kFolder[] = ASSAY_SOURCE_DIR "/tests/data/question_generator";

class TrainedGeneratorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!model::can_multiply_int8()) GTEST_SKIP() << "the processor has no AVX2 and FMA";
    doc_.text = std::make_unique<const std::string>("The old bridge crosses a river.");
    generator_ = load_question_generator(kFolder, {}).value();
  }

  static Candidate phrase(std::size_t begin, std::size_t end) {
    Candidate candidate{};
    candidate.span = {begin, end, begin, end};
    return candidate;
  }

  std::vector<Questions> ask(const std::vector<Candidate>& candidates, int most = 5) const {
    std::vector<QuestionRequest> requests;
    for (const Candidate& candidate : candidates) requests.push_back({&doc_, &candidate});
    return generator_->generate(requests, {.most = most, .style = {}}).value();
  }

  nlp::Doc doc_;
  std::unique_ptr<QuestionGenerator> generator_;
};

TEST_F(TrainedGeneratorTest, AsksAboutThePhraseWhereItStands) {
  const auto questions = ask({phrase(23, 30), phrase(0, 14)});
  EXPECT_EQ(questions[0]->front().text, "The rain falls on a river");
  EXPECT_EQ(questions[1]->front().text, "The river crosses");
  EXPECT_EQ(questions[1]->front().style, "generated");
  EXPECT_THAT(*questions[0], SizeIs(5));
  EXPECT_THAT(*ask({phrase(23, 30)}, 2)[0], SizeIs(2));
}

TEST_F(TrainedGeneratorTest, APhraseIsAskedAboutOnce) {
  ask({phrase(23, 30), phrase(0, 14), phrase(23, 30)});
  ask({phrase(0, 14)});
  const auto stats = generator_->stats();
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->inputs, 4U);
  EXPECT_EQ(stats->duplicates, 2U);
  EXPECT_EQ(stats->rows, 2U);
  EXPECT_GT(stats->tokens, 2U);
}

TEST_F(TrainedGeneratorTest, SaysWhatItIs) {
  EXPECT_EQ(generator_->name(), "trained");
  EXPECT_THAT(generator_->fingerprint(), StartsWith("question-generator:"));
}

}  // namespace
}  // namespace assay::q2
