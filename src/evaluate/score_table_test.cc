#include "assay/score_table.h"

#include <gmock/gmock.h>

#include "assay/result.h"
#include "test_files.h"

namespace assay::evaluate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kSummary[] =
    R"({"schema":"assay.result/1","type":"summary","n_records":2,"n_bad":0,"n_duplicate_ids":0,)"
    R"("metrics":[],"fingerprint":"assay/1:0"})"
    "\n";

std::string result_line(const std::string& id, const std::string& metric,
                        std::optional<double> score, const PassedThrough& passed = {}) {
  RecordResult result;
  result.id = id;
  result.metric = metric;
  result.status = score ? Status::kMeasured : Status::kNoClaims;
  result.score = score;
  if (score) result.scores = {{"half", *score / 2}};
  return to_json_line(result, "assay/1:0", passed) + "\n";
}

std::string text_of(const Score& score) {
  return score ? std::to_string(*score) : to_string(score.error());
}

std::vector<std::string> texts_of(const ScoreColumn& column) {
  std::vector<std::string> texts;
  for (const Score& score : column.values) texts.push_back(text_of(score));
  return texts;
}

class ScoreTableTest : public testing::Test {
 protected:
  ScoreTable read(const ScoreSource& source) {
    auto table = read_scores(source);
    EXPECT_TRUE(table) << table.error().to_string();
    return table ? *std::move(table) : ScoreTable{};
  }

  std::string error_of(const ScoreSource& source) {
    const auto table = read_scores(source);
    EXPECT_FALSE(table);
    return table ? "" : table.error().to_string();
  }

  TestFolder folder_;
};

TEST_F(ScoreTableTest, TellsTheColumnsWhereNoScoreIsNamed) {
  const std::string csv = folder_.write("in.csv", "id,\"a,b\",label\n1,0.5,1\n");
  EXPECT_THAT(error_of({.inputs = {csv}}),
              HasSubstr(R"(say --score COLUMN; the columns are id, "a,b", label)"));
  EXPECT_EQ(read({.inputs = {csv}, .scores = {"a,b"}}).size(), 1U);
  const std::string lines = folder_.write("in.jsonl", R"({"id":"1","s":0.5})"
                                                      "\n");
  EXPECT_THAT(error_of({.inputs = {lines}}), HasSubstr("the columns are id, s"));
}

TEST_F(ScoreTableTest, TellsOfVeryManyColumnsTheFirstOnes) {
  std::string header = "c0";
  for (int i = 1; i < 60; ++i) header += ",c" + std::to_string(i);
  const std::string csv = folder_.write("in.csv", header + "\n");
  EXPECT_THAT(error_of({.inputs = {csv}, .scores = {"s"}}), HasSubstr("c48, c49 and 10 more"));
}

TEST_F(ScoreTableTest, ReadsResultsOfSeveralMetricsWithLabelsAndFields) {
  const PassedThrough passed{R"("yes")", R"({"group":"a","n":1.50})"};
  const std::string file = folder_.write(
      "scores.jsonl", result_line("r1", "q2", 0.5, passed) + result_line("r1", "nli", 1, passed) +
                          result_line("r2", "q2", std::nullopt) + result_line("r2", "nli", 0) +
                          kSummary);
  const ScoreTable table = read({.inputs = {file}, .texts = {{"label"}, {"group"}, {"n"}}});
  EXPECT_THAT(table.ids, ElementsAre("r1", "r2"));
  ASSERT_EQ(table.scores.size(), 2U);
  EXPECT_EQ(table.scores[0].name, "q2");
  EXPECT_THAT(texts_of(table.scores[0]), ElementsAre("0.500000", "no_claims"));
  EXPECT_THAT(texts_of(table.scores[1]), ElementsAre("1.000000", "0.000000"));
  EXPECT_EQ(table.texts[0].values[0], "yes");
  EXPECT_EQ(table.texts[1].values[0], "a");
  EXPECT_EQ(table.texts[2].values[0], "1.50");
  EXPECT_EQ(table.texts[0].values[1], std::nullopt);
  EXPECT_THAT(table.warnings, IsEmpty());
}

TEST_F(ScoreTableTest, ReadsAFurtherScoreAndWarnsWhereThereIsNoSummary) {
  const std::string file = folder_.write("scores.jsonl", result_line("r1", "q2", 0.5));
  const ScoreTable table = read({.inputs = {file}, .scores = {"q2.half", "q2"}});
  EXPECT_THAT(texts_of(table.scores[0]), ElementsAre("0.250000"));
  EXPECT_THAT(table.warnings, ElementsAre(HasSubstr("may be unfinished")));
}

TEST_F(ScoreTableTest, ReadsColumnsOfAllFormats) {
  const std::string csv = folder_.write("a.csv", "id,s,label\nx,0.25,1\ny,1e-1,\n");
  const std::string tsv = folder_.write("b.tsv", "s\tlabel\n.5\tno\n");
  const std::string jsonl = folder_.write("c.jsonl", "{\"s\": \"2\"}\n\n{\"s\":-1,\"label\":0}\n");
  const ScoreTable table =
      read({.inputs = {csv, tsv, jsonl}, .scores = {"s"}, .texts = {{"label"}, {"file"}}});
  EXPECT_THAT(texts_of(table.scores[0]),
              ElementsAre("0.250000", "0.100000", "0.500000", "2.000000", "-1.000000"));
  EXPECT_THAT(table.ids, ElementsAre("x", "y", "line-2", "line-1", "line-3"));
  EXPECT_THAT(table.texts[0].values, ElementsAre("1", std::nullopt, "no", std::nullopt, "0"));
  EXPECT_THAT(table.texts[1].values, ElementsAre("a", "a", "b", "c", "c"));
  EXPECT_EQ(table.error_at(2, "s", "odd").to_string(), tsv + ":2: field `s`: odd");
}

TEST_F(ScoreTableTest, EmptyAndNanCellsAreErrorsOrNoScores) {
  const std::string file = folder_.write("a.csv", "s,t\n1,x\n,x\nNaN,x\ninf,x\n");
  EXPECT_THAT(error_of({.inputs = {file}, .scores = {"s"}}),
              HasSubstr("a.csv:3: field `s`: the score is empty (--bad-scores no-score"));
  const ScoreTable table =
      read({.inputs = {file}, .scores = {"s"}, .empty = EmptyScores::kNoScore});
  EXPECT_THAT(texts_of(table.scores[0]),
              ElementsAre("1.000000", "absent", "not_finite", "not_finite"));
}

TEST_F(ScoreTableTest, ScoresWhoseSquaresWouldBeInfiniteAreErrors) {
  for (const char* score : {"1e101", "-1.7e308", "1e400"}) {
    const std::string csv = folder_.write("in.csv", std::string("s\n") + score + "\n");
    EXPECT_THAT(error_of({.inputs = {csv}, .scores = {"s"}}),
                HasSubstr(std::string("in.csv:2: field `s`: `") + score + "` is no score"));
  }
  const std::string results =
      folder_.write("scores.jsonl", result_line("a", "x", -1e200) + kSummary);
  EXPECT_THAT(error_of({.inputs = {results}}), HasSubstr("scores.jsonl:1: -1e+200 is no score"));
  const std::string small = folder_.write("small.csv", "s\n1e-400\n4.9e-324\n1e100\n");
  EXPECT_EQ(read({.inputs = {small}, .scores = {"s"}}).scores[0].values[0], 0.0);
}

TEST_F(ScoreTableTest, StandardInputIsReadOnce) {
  const std::string csv = folder_.write("in.csv", "s\n1\n");
  for (const ScoreSource& source :
       {ScoreSource{.inputs = {"-", "-"}, .scores = {"s"}},
        ScoreSource{.inputs = {"-"}, .joined = {"x=-"}, .scores = {"s"}},
        ScoreSource{.inputs = {csv}, .joined = {"-"}, .records = "-", .scores = {"s"}}})
    EXPECT_THAT(error_of(source), HasSubstr("standard input can be read only once"));
}

TEST_F(ScoreTableTest, NamesWhatIsWrongWithAColumn) {
  const std::string csv = folder_.write("a.csv", "s,t\n1,x\nhigh,y\n");
  EXPECT_THAT(error_of({.inputs = {csv}, .scores = {"s"}}),
              HasSubstr("a.csv:3: field `s`: `high` is not a number"));
  EXPECT_THAT(error_of({.inputs = {csv}, .scores = {"u"}}),
              HasSubstr("no column is named `u` (the columns are s, t)"));
  EXPECT_THAT(error_of({.inputs = {csv}, .scores = {"t"}, .texts = {{"label"}}}),
              HasSubstr("`x` is not a number"));
  EXPECT_THAT(error_of({.inputs = {csv}}), HasSubstr("say --score COLUMN"));
  EXPECT_THAT(error_of({.inputs = {csv}, .scores = {"s", "s"}}), HasSubstr("named twice"));
  EXPECT_THAT(error_of({.inputs = {folder_.write("b.csv", "s,t\n1\n")}, .scores = {"s"}}),
              HasSubstr("b.csv:2: expected 2 columns, found 1"));
  EXPECT_THAT(
      error_of({.inputs = {folder_.write("c.jsonl", "{\"s\":1}\n{\"s\":NaN}\n")}, .scores = {"s"}}),
      HasSubstr("c.jsonl:2: "));
  EXPECT_THAT(error_of({.inputs = {folder_.write("d.jsonl", "{\"s\":1}\n")}, .scores = {"t"}}),
              HasSubstr("no column is named `t` (the columns are s)"));
}

TEST_F(ScoreTableTest, NamesWhatIsWrongWithResults) {
  const std::string file =
      folder_.write("a.jsonl", result_line("r1", "q2", 0.5, {R"(1)", ""}) + kSummary);
  EXPECT_THAT(error_of({.inputs = {file}, .scores = {"nli"}}),
              HasSubstr("has no results of `nli` (the metrics are q2)"));
  EXPECT_THAT(error_of({.inputs = {file}, .scores = {"q2.third"}}),
              HasSubstr("no result has the score `q2.third`"));
  EXPECT_THAT(error_of({.inputs = {file}, .texts = {{"group"}}}),
              HasSubstr("no result has a field `group` (the fields are label"));
  const std::string mixed = folder_.write(
      "b.jsonl", result_line("r1", "q2", 0.5) + result_line("r2", "nli", 0.5) + kSummary);
  EXPECT_THAT(error_of({.inputs = {mixed}}), HasSubstr("b.jsonl:2: the result of nli is of `r2`"));
  const std::string uneven =
      folder_.write("c.jsonl", result_line("r1", "q2", 0.5) + result_line("r1", "nli", 0.5) +
                                   result_line("r2", "q2", 0.5) + kSummary);
  EXPECT_THAT(error_of({.inputs = {uneven}}), HasSubstr("has 1 results of nli, but 2"));
}

TEST_F(ScoreTableTest, JoinsScoresById) {
  const std::string results = folder_.write(
      "a.jsonl", result_line("r1", "q2", 0.5) + result_line("r2", "q2", 0.75) + kSummary);
  const std::string other = folder_.write("b.csv", "id,s\nr2,2\nr1,1\n");
  const ScoreTable table = read({.inputs = {results}, .joined = {other}, .scores = {"s", "q2"}});
  ASSERT_EQ(table.scores.size(), 2U);
  EXPECT_THAT(texts_of(table.scores[0]), ElementsAre("1.000000", "2.000000"));
  EXPECT_THAT(texts_of(table.scores[1]), ElementsAre("0.500000", "0.750000"));
  EXPECT_THAT(error_of({.inputs = {results}, .joined = {other}, .scores = {"x"}}),
              HasSubstr("no file has the score `x`"));
}

TEST_F(ScoreTableTest, JoinsTwoRunsOfOneMetricUnderANameOfTheirOwn) {
  const std::string one = folder_.write("a.jsonl", result_line("r1", "q2", 0.5) + kSummary);
  const std::string two = folder_.write("b.jsonl", result_line("r1", "q2", 0.25) + kSummary);
  EXPECT_THAT(error_of({.inputs = {one}, .joined = {two}}), HasSubstr("--join NAME=FILE"));
  const ScoreTable table = read({.inputs = {one}, .joined = {"new=" + two}});
  EXPECT_EQ(table.scores[1].name, "new:q2");
  EXPECT_THAT(texts_of(table.scores[1]), ElementsAre("0.250000"));
  const ScoreTable chosen = read({.inputs = {one}, .joined = {"new=" + two}, .scores = {"new:q2"}});
  EXPECT_EQ(chosen.scores.size(), 1U);
}

TEST_F(ScoreTableTest, JoinsLabelsOfARecordsFile) {
  const std::string results = folder_.write(
      "a.jsonl", result_line("line-2", "q2", 0.5) + result_line("line-3", "q2", 0.75) + kSummary);
  const std::string records = folder_.write("in.csv", "response,ok\nA,yes\nB,no\n");
  const ScoreTable table =
      read({.inputs = {results}, .records = records, .texts = {{"ok"}, {"file"}}});
  EXPECT_THAT(table.texts[0].values, ElementsAre("yes", "no"));
  EXPECT_THAT(table.texts[1].values, ElementsAre("a", "a"));
  EXPECT_THAT(error_of({.inputs = {results}, .records = records, .texts = {{"label"}}}),
              HasSubstr("no column is named `label` (the columns are response, ok)"));
  const std::string shorter = folder_.write("short.csv", "response,ok\nA,yes\n");
  EXPECT_THAT(error_of({.inputs = {results}, .records = shorter, .texts = {{"ok"}}}),
              HasSubstr("has 1 items, but"));
}

TEST_F(ScoreTableTest, RecordsAreFoundByIdWhereTheOrderDiffers) {
  const std::string scores = folder_.write("a.csv", "id,s\na,1\nb,2\n");
  const std::string records = folder_.write("in.jsonl",
                                            "{\"id\":\"b\",\"ok\":\"no\"}\n"
                                            "{\"id\":\"c\",\"ok\":\"no\"}\n"
                                            "{\"id\":\"a\",\"ok\":true}\n");
  const ScoreTable table =
      read({.inputs = {scores}, .records = records, .scores = {"s"}, .texts = {{"ok"}}});
  EXPECT_THAT(table.texts[0].values, ElementsAre("true", "no"));
  const std::string twice = folder_.write("twice.csv", "id,ok\nb,1\nb,0\na,1\n");
  EXPECT_THAT(error_of({.inputs = {scores}, .records = twice, .scores = {"s"}, .texts = {{"ok"}}}),
              HasSubstr("twice.csv:3: the id `b` stands twice"));
  const std::string others = folder_.write("others.csv", "id,ok\nx,1\n");
  EXPECT_THAT(error_of({.inputs = {scores}, .records = others, .scores = {"s"}, .texts = {{"ok"}}}),
              HasSubstr("a.csv:2: `a` is not in"));
}

TEST_F(ScoreTableTest, EmptyFilesHaveNoItems) {
  EXPECT_EQ(read({.inputs = {folder_.write("a.csv", "")}, .scores = {"s"}}).size(), 0U);
  EXPECT_EQ(read({.inputs = {folder_.write("a.jsonl", "")}, .scores = {"s"}}).size(), 0U);
  EXPECT_EQ(read({.inputs = {folder_.write("b.csv", "s\n")}, .scores = {"s"}}).size(), 0U);
  EXPECT_EQ(read({.inputs = {folder_.write("b.jsonl", kSummary)}}).size(), 0U);
}

TEST_F(ScoreTableTest, InputsMustHaveTheSameScores) {
  const std::string one = folder_.write("a.jsonl", result_line("r1", "q2", 0.5) + kSummary);
  const std::string two = folder_.write("b.jsonl", result_line("r1", "nli", 0.5) + kSummary);
  EXPECT_THAT(error_of({.inputs = {one, two}}), HasSubstr("has not the same scores as"));
}

}  // namespace
}  // namespace assay::evaluate
