#include "metrics/q2/personal_filter.h"

#include <gtest/gtest.h>

#include "fakes/fake_pipeline.h"

namespace assay::q2 {
namespace {

PersonalReason reason(const std::string& question, std::map<std::string, std::string> deps) {
  testing::FakePipeline pipeline;
  pipeline.set(question, {{}, {}, std::move(deps)});
  const std::string_view one = question;
  return find_personal(pipeline, {&one, 1}, 1).value().at(0);
}

TEST(FindPersonal, SubjectsAndOwnersInAnyCase) {
  EXPECT_EQ(reason("What do You like ?", {{"You", "nsubj"}}), "nsubj: you");
  EXPECT_EQ(reason("what do I like ?", {{"I", "nsubj"}}), "nsubj: i");
  EXPECT_EQ(reason("What is MY dog ?", {{"MY", "poss"}}), "poss: my");
  EXPECT_EQ(reason("Who is your dog ?", {{"your", "poss"}}), "poss: your");
}

TEST(FindPersonal, TheWordAloneIsNotEnough) {
  EXPECT_EQ(reason("Who likes you ?", {{"you", "dobj"}}), std::nullopt);
  EXPECT_EQ(reason("What do you like ?", {{"you", "poss"}}), std::nullopt);
  EXPECT_EQ(reason("Who are my ?", {{"my", "nsubj"}}), std::nullopt);
  EXPECT_EQ(reason("Who are we ?", {{"we", "nsubj"}}), std::nullopt);
}

TEST(FindPersonal, OnlySuspectsAreParsedAndEqualOnesOnce) {
  testing::FakePipeline pipeline;
  pipeline.set("What do you like ?", {{}, {}, {{"you", "nsubj"}}});
  const std::vector<std::string_view> questions = {"Who is Ann ?", "What do you like ?",
                                                   "Who is Ann ?", "What do you like ?"};
  const auto reasons = find_personal(pipeline, questions, 1).value();
  EXPECT_EQ(pipeline.analysed(), 1);
  EXPECT_EQ(reasons,
            (std::vector<PersonalReason>{std::nullopt, "nsubj: you", std::nullopt, "nsubj: you"}));
}

}  // namespace
}  // namespace assay::q2
