#include "assay/ensemble.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_files.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

constexpr char kText[] = R"({"schema":"assay.ensemble/1","intercept":-1.5,"terms":[
  {"score":"q2","mean":0.5,"scale":0.25,"weight":0.75},
  {"score":"nli.entailment","mean":0,"scale":2,"weight":-1}],
  "against":"knowledge","n":30,"n_grounded":10,"n_missing":1,"folds":5,
  "roc_auc":{"q2":0.75,"nli.entailment":0.5,"ensemble":0.875}})";

// kText with one text in place of another.
Result<Ensemble> parse_with(const std::string& old_text, const std::string& new_text) {
  std::string text = kText;
  const std::size_t at = text.find(old_text);
  EXPECT_NE(at, std::string::npos) << old_text;
  text.replace(at, old_text.size(), new_text);
  return parse_ensemble(text);
}

std::string problem_with(const std::string& old_text, const std::string& new_text) {
  const auto parsed = parse_with(old_text, new_text);
  if (parsed) return "none";
  EXPECT_EQ(parsed.error().code, ErrorCode::kCorrupt);
  return parsed.error().message;
}

TEST(EnsembleFile, IsReadAndWrittenWhole) {
  const auto ensemble = parse_ensemble(kText);
  ASSERT_TRUE(ensemble) << ensemble.error().to_string();
  ASSERT_EQ(ensemble->terms.size(), 2u);
  EXPECT_EQ(ensemble->terms[1].score, "nli.entailment");
  EXPECT_EQ(ensemble->terms[1].weight, -1);
  EXPECT_EQ(ensemble->against, Against::kKnowledge);
  EXPECT_EQ(ensemble->n_missing, 1u);
  EXPECT_EQ(ensemble->roc_auc.back(), (std::pair<std::string, double>("ensemble", 0.875)));
  const std::string written = to_json(*ensemble);
  EXPECT_EQ(to_json(parse_ensemble(written).value()), written);
  EXPECT_THAT(written, HasSubstr("\"weight\": 0.75"));
}

TEST(EnsembleFile, LogitAndProbability) {
  const Ensemble ensemble = parse_ensemble(kText).value();
  const std::vector<double> scores = {1, 0.5};
  EXPECT_DOUBLE_EQ(ensemble.terms[0].contribution(1), 1.5);
  EXPECT_DOUBLE_EQ(ensemble.logit(scores), -1.5 + 1.5 - 0.25);
  EXPECT_DOUBLE_EQ(probability_of(0), 0.5);
  EXPECT_EQ(probability_of(-1e300), 0);
  EXPECT_EQ(probability_of(1e300), 1);
}

TEST(EnsembleFile, SaysWhatIsWrong) {
  EXPECT_THAT(problem_with("ensemble/1", "calibrator/1"), HasSubstr("assay.calibrator/1"));
  EXPECT_THAT(problem_with("\"scale\":2", "\"scale\":0"), HasSubstr("`scale`"));
  EXPECT_THAT(problem_with("\"scale\":2", "\"scale\":\"2\""),
              HasSubstr("`scale` must be a number"));
  EXPECT_THAT(problem_with("\"weight\":-1", "\"weight\":1e200"), HasSubstr("`weight`"));
  EXPECT_THAT(problem_with("nli.entailment", "q2"), HasSubstr("two terms"));
  EXPECT_THAT(problem_with("nli.entailment", ""), HasSubstr("`score`"));
  EXPECT_THAT(problem_with("\"knowledge\"", "\"both\""), HasSubstr("`against`"));
  EXPECT_THAT(problem_with("\"n\":30,", ""), HasSubstr("`n` is missing"));
  EXPECT_THAT(problem_with("0.875", "1.5"), HasSubstr("from 0 to 1"));
  EXPECT_THAT(parse_ensemble("[]").error().message, HasSubstr("no JSON object"));
  EXPECT_TRUE(parse_with("\"knowledge\"", "null"));
}

TEST(EnsembleFile, IsKnownByItsSchema) {
  EXPECT_TRUE(is_ensemble(kText));
  EXPECT_TRUE(is_ensemble(R"({"schema":"assay.ensemble/1"})"));
  EXPECT_TRUE(is_ensemble(R"({"schema":"assay.ensemble/2"})"));
  EXPECT_FALSE(is_ensemble(R"({"schema":"assay.calibrator/1"})"));
  EXPECT_FALSE(is_ensemble(R"({"schema":1})"));
  EXPECT_FALSE(is_ensemble(R"({"metric":"q2"})"));
  EXPECT_FALSE(is_ensemble("no JSON"));
}

TEST(EnsembleFile, MayLieInAFolder) {
  const TestFolder folder;
  EXPECT_EQ(read_ensemble(folder.path()).error().code, ErrorCode::kNotFound);
  const std::string file = folder.write("ensemble.json", kText);
  EXPECT_TRUE(read_ensemble(folder.path()));
  EXPECT_TRUE(read_ensemble(file));
  folder.write("ensemble.json", "{}");
  EXPECT_EQ(read_ensemble(file).error().file, file);
}

}  // namespace
}  // namespace assay
