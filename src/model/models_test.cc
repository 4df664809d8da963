// The shipped NLI and QA models end to end.

#include <gmock/gmock.h>

#include "assay/model.h"
#include "assay/models.h"

namespace assay {
namespace {

template <typename Model>
std::unique_ptr<Model> shipped(const char* name, const ModelOptions& options = {}) {
  const auto folder = models_path(name);
  if (!folder) {
    ADD_FAILURE() << folder.error().to_string();
    return nullptr;
  }
  auto model = Model::load(*folder, options);
  if (!model) {
    ADD_FAILURE() << model.error().to_string();
    return nullptr;
  }
  return std::move(*model);
}

TEST(ShippedNli, JudgesPlainPairs) {
  const auto nli = shipped<NliModel>("nli");
  ASSERT_NE(nli, nullptr);
  const TextPair pairs[] = {{"A man is sleeping on a bench.", "A man is asleep."},
                            {"A man is sleeping on a bench.", "Nobody is sleeping."},
                            {"A man is sleeping on a bench.", "The man has a brother."}};
  const auto scores = nli->judge(pairs);
  ASSERT_TRUE(scores) << scores.error().to_string();
  EXPECT_EQ((*scores)[0].label(), NliScores::Label::kEntailment);
  EXPECT_EQ((*scores)[1].label(), NliScores::Label::kContradiction);
  EXPECT_EQ((*scores)[2].label(), NliScores::Label::kNeutral);
}

TEST(ShippedQa, FindsTheAnswerInTheCallersBytes) {
  const auto qa = shipped<QaModel>("qa");
  ASSERT_NE(qa, nullptr);
  const std::string context = "Caf\xC3\xA9 Zimmer in Berlin was founded by Anna Zimmer in 1921.";
  const QuestionContext inputs[] = {{"When was the cafe founded?", context},
                                    {"Who founded the cafe?", context}};
  const auto answers = qa->answer(inputs);
  ASSERT_TRUE(answers) << answers.error().to_string();
  ASSERT_TRUE((*answers)[0].answer);
  EXPECT_EQ((*answers)[0].answer->text, "1921");
  EXPECT_EQ(context.substr((*answers)[0].answer->byte_start, 4), "1921");
  ASSERT_TRUE((*answers)[1].answer);
  EXPECT_EQ((*answers)[1].answer->text, "Anna Zimmer");
}

}  // namespace
}  // namespace assay
