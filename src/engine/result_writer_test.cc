#include <gmock/gmock.h>

#include <clocale>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "assay/result_reader.h"
#include "engine/json_writer.h"
#include "engine/summary_writer.h"
#include "test_files.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

RecordResult full_result() {
  RecordResult result;
  result.id = "r\"1\n";
  result.metric = "q2";
  result.status = Status::kMeasured;
  result.score = 0.1;
  result.scores = {{"q2", 0.1}, {"q2_f1", 1.0}};
  Unit unit;
  unit.kind = UnitKind::kQuestion;
  unit.text = "café";
  unit.span = Span{0, 4, 0, 5};
  unit.verdict = Verdict::kRefuted;
  unit.score = 0.0;
  unit.evidence = {{"knowledge", "0", Span{1, 2, 1, 2}, "x"}};
  QuestionDetail detail;
  detail.question = "What?";
  detail.style = "fronted";
  detail.response_answer = "café";
  detail.knowledge_answer = "";
  detail.comparison = "contradiction";
  detail.f1 = 1.0 / 3;
  detail.answer_margin = -2.5e-9;
  detail.nli = {0.25, 0.25, 0.5};
  unit.detail = detail;
  result.units = {unit, Unit{}};
  result.discarded = {{"Who?", "round_trip", "you"}, {"I?", "personal", ""}};
  result.fallback = "nli";
  result.counts = {{"questions", 2}, {"negative", -3}};
  result.truncated = true;
  return result;
}

TEST(ResultWriter, WritesTheSchemaInItsOrder) {
  const std::string line =
      to_json_line(full_result(), "assay/1:00", {.label_json = "1", .extra_json = R"({"a":1.50})"});
  EXPECT_EQ(
      line,
      R"({"schema":"assay.result/1","type":"result","id":"r\"1\n","metric":"q2",)"
      R"("status":"measured","score":0.1,"scores":{"q2":0.1,"q2_f1":1.0},"units":[)"
      R"({"kind":"question","text":"café","span":{"start":0,"end":4,"byte_start":0,"byte_end":5},)"
      R"("verdict":"refuted","score":0.0,"evidence":[{"source":"knowledge","id":"0","span":)"
      R"({"start":1,"end":2,"byte_start":1,"byte_end":2},"text":"x"}],"question":"What?",)"
      R"("style":"fronted","response_answer":"café","response_answer_span":null,)"
      R"("knowledge_answer":"","comparison":"contradiction","f1":0.3333333333333333,)"
      R"("answer_margin":-2.5e-09,"nli":{"entailment":0.25,"neutral":0.25,"contradiction":0.5}},)"
      R"({"kind":"text","text":"","span":null,"verdict":"not_enough_info","score":null,)"
      R"("evidence":[]}],"discarded":[{"text":"Who?","reason":"round_trip","detail":"you"},)"
      R"({"text":"I?","reason":"personal"}],"fallback":"nli","counts":{"questions":2,)"
      R"("negative":-3},"truncated":true,"label":1,"extra":{"a":1.50},)"
      R"("fingerprint":"assay/1:00"})");
}

TEST(ResultWriter, ErrorsNameNoFile) {
  RecordResult result;
  result.error =
      Error{ErrorCode::kInvalidInput, "is missing", "map it", "/home/x.csv", 3, "response"};
  EXPECT_THAT(to_json_line(result, ""),
              HasSubstr(R"("error":{"code":"invalid_input","message":"is missing","line":3,)"
                        R"("field":"response","hint":"map it"},"fingerprint":"")"));
}

TEST(ResultWriter, WhatCannotBeWrittenFails) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const auto damage = [](auto change) {
    RecordResult result = full_result();
    change(result);
    const std::string line = to_json_line(result, "f", {.label_json = "1"});
    const auto parsed = parse_result_line(line);
    EXPECT_TRUE(parsed) << line;
    const auto& read = std::get<ResultLine>(*parsed);
    EXPECT_EQ(read.result.status, Status::kFailed);
    EXPECT_FALSE(read.result.score);
    EXPECT_TRUE(read.result.units.empty());
    EXPECT_EQ(read.label_json, "1");
    return read.result.error ? read.result.error->message : "no error";
  };
  EXPECT_EQ(damage([&](auto& r) { r.score = nan; }), "the metric's score is not finite");
  EXPECT_EQ(damage([&](auto& r) { r.scores[1].second = infinity; }),
            "the metric's score `q2_f1` is not finite");
  EXPECT_EQ(damage([&](auto& r) { r.units[0].score = -infinity; }),
            "the metric's unit score is not finite");
  EXPECT_EQ(damage([&](auto& r) { std::get<QuestionDetail>(r.units[0].detail).f1 = nan; }),
            "the metric's f1 is not finite");
  EXPECT_EQ(damage([&](auto& r) { r.units[0].text = "caf\xC3"; }),
            "the metric's unit text is not valid UTF-8");
  EXPECT_THAT(damage([&](auto& r) { r.score.reset(); }), HasSubstr("must give a score"));
  EXPECT_THAT(damage([&](auto& r) { r.status = Status::kNoClaims; }),
              HasSubstr("and with no other"));
}

TEST(ResultWriter, ReadsBackWhatItWrote) {
  const std::string line = to_json_line(full_result(), "assay/1:00",
                                        {.label_json = "[1.50]", .extra_json = R"({"a":[]})"});
  const auto parsed = parse_result_line(line);
  ASSERT_TRUE(parsed) << parsed.error().to_string();
  const auto& read = std::get<ResultLine>(*parsed);
  EXPECT_EQ(to_json_line(read.result, read.fingerprint, {read.label_json, read.extra_json}), line);
}

TEST(ResultWriter, NumbersReadBackAsTheSameDouble) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double number = 0;
    static_assert(sizeof number == sizeof bits);
    std::memcpy(&number, &bits, sizeof number);
    if (!std::isfinite(number)) continue;
    std::string text;
    engine::append_json_number(text, number);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), number) << text;
    EXPECT_NE(text.find_first_of(".e"), std::string::npos) << text;
  }
}

TEST(ResultWriter, TheLocaleDoesNotMatter) {
  const std::string before = to_json_line(full_result(), "f");
  const std::string old = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) == nullptr) continue;
    EXPECT_EQ(to_json_line(full_result(), "f"), before) << name;
  }
  std::setlocale(LC_ALL, old.c_str());
}

RunSummary some_summary() {
  RunSummary summary;
  summary.n_records = 3;
  summary.n_bad = 1;
  summary.metrics = {{.metric = "q2",
                      .n_total = 3,
                      .n_measured = 2,
                      .n_fallback = 1,
                      .statuses = {{"measured", 2}, {"failed", 1}},
                      .mean = 0.5,
                      .score_means = {{"q2_f1", 2, 0.25}},
                      .counts = {{"questions", 4}}},
                     {.metric = "nli", .n_total = 3}};
  summary.fingerprint = "assay/1:00";
  summary.seconds = 12;
  return summary;
}

TEST(SummaryWriter, WritesMeansWithTheirCountsAndNoTimes) {
  EXPECT_EQ(engine::summary_json_line(some_summary()),
            R"({"schema":"assay.result/1","type":"summary","n_records":3,"n_bad":1,)"
            R"("n_duplicate_ids":0,"metrics":[{"metric":"q2","n_total":3,"n_measured":2,)"
            R"("n_fallback":1,"statuses":{"measured":2,"failed":1},"mean":0.5,"scores":)"
            R"({"q2_f1":{"n":2,"mean":0.25}},"counts":{"questions":4}},{"metric":"nli",)"
            R"("n_total":3,"n_measured":0,"n_fallback":0,"statuses":{},"mean":null,"scores":{},)"
            R"("counts":{}}],"fingerprint":"assay/1:00"})");
}

TEST(SummaryWriter, ReadsBackWhatItWrote) {
  RunSummary summary = some_summary();
  summary.metrics[1].corpus = {{"nli", 0.125}};
  const std::string line = engine::summary_json_line(summary);
  EXPECT_NE(line.find(R"("counts":{},"corpus":{"nli":0.125}})"), std::string::npos);
  const auto parsed = parse_result_line(line);
  ASSERT_TRUE(parsed) << parsed.error().to_string();
  EXPECT_EQ(engine::summary_json_line(std::get<RunSummary>(*parsed)), line);
}

TEST(ResultReader, NamesWhatIsWrongWithALine) {
  const auto wrong = [](std::string_view line) {
    const auto parsed = parse_result_line(line);
    EXPECT_FALSE(parsed);
    return parsed ? std::string() : parsed.error().message;
  };
  EXPECT_THAT(wrong("{"), HasSubstr("it is not valid JSON"));
  EXPECT_THAT(wrong("[]"), HasSubstr("`schema` is missing"));
  EXPECT_THAT(wrong(R"({"schema":"other/1","type":"result"})"), HasSubstr("schema is `other/1`"));
  EXPECT_THAT(wrong(R"({"schema":"assay.result/1","type":"x"})"), HasSubstr("type is `x`"));
  std::string line = to_json_line(full_result(), "f");
  line.replace(line.find("refuted"), 7, "perhaps");
  EXPECT_THAT(wrong(line), HasSubstr("`verdict` must not be \"perhaps\""));
}

TEST(ResultReader, ReadsAFileAndNamesABadLine) {
  const TestFolder folder;
  const auto path = folder.write("out.jsonl", to_json_line(full_result(), "f") + "\nnonsense\n");
  auto reader = ResultReader::open(path);
  ASSERT_TRUE(reader);
  const auto first = reader->next();
  ASSERT_TRUE(first && first->has_value());
  const auto second = reader->next();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(second.error().line, 2U);
  const auto third = reader->next();
  ASSERT_TRUE(third);
  EXPECT_FALSE(third->has_value());
  EXPECT_EQ(ResultReader::open(folder.file("none")).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay
