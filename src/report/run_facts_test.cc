#include "report/run_facts.h"

#include <gtest/gtest.h>

#include "engine/run_log.h"
#include "test_files.h"

namespace assay::report {
namespace {

constexpr char kIdentity[] =
    R"({"run":{"version":"0.1.0","instruction_set":"x86-64","metrics":[{"name":"q2","options":)"
    R"({"compat":"q2-paper","generator":"rules","keep_personal":true,"max_questions":5,)"
    R"("question_style":"any","questions":"all","threshold":0.4}},{"name":"overlap","options":{}}],)"
    R"("models":{}},"window":32,"input":{"format":"csv","quoting":"none","max_record_bytes":64,)"
    R"("fields":{"response":"model answer"}}})";

std::string write_log(const TestFolder& folder, const std::string& identity = kIdentity) {
  engine::RunLogWriter writer;
  std::string log = writer.header(
      {.fingerprint = "assay/1:0011", .identity = identity, .input_name = "my answers.csv"});
  engine::WindowMark mark;
  mark.records = 32;
  log += writer.window(mark, {.sums = {}, .seconds = 1.5});
  mark.records = 40;
  log += writer.window(mark, {.sums = {}, .seconds = 0.5});
  log += writer.finished(0);
  folder.write("out.jsonl.run", log);
  return folder.file("out.jsonl");
}

TEST(RunFacts, WindowsAndTheCommand) {
  const TestFolder folder;
  const std::string results = write_log(folder);
  const auto facts = read_run_facts(results, "assay/1:0011");
  ASSERT_TRUE(facts);
  ASSERT_EQ(facts->windows.size(), 2U);
  EXPECT_EQ(facts->windows[1].records, 8U);
  EXPECT_EQ(facts->windows[1].seconds, 0.5);
  EXPECT_EQ(facts->command,
            "assay score -m q2,overlap --compat q2-paper --threshold 0.4 --keep-personal "
            "'my answers.csv' --quoting none --field 'response=model answer' -o " +
                results);
  // The same log belongs to the results while they are not finished.
  EXPECT_TRUE(read_run_facts(results + ".partial", "assay/1:0011"));
}

TEST(RunFacts, TheCommandHasTheOptionsOfAllMetrics) {
  const TestFolder folder;
  const std::string results = write_log(
      folder,
      R"({"run":{"metrics":[{"name":"q2","options":{"compat":"none","threshold":0.4}},)"
      R"({"name":"bleu","options":{"against":"knowledge","bleu_tokenizer":"intl",)"
      R"("bleu_lower_case":true,"bleu_smoothing":"floor","bleu_smooth_value":0.25,"compat":"none"}},)"
      R"({"name":"rouge","options":{"against":"knowledge","rouge_stem":true,"compat":"none"}},)"
      R"({"name":"meteor","options":{"meteor_parameters":"2007"}},)"
      R"({"name":"bertscore","options":{"bertscore_layer":3,"bertscore_idf":"0f"}}]},)"
      R"("input":{"quoting":"csv","fields":{}}})");
  EXPECT_EQ(
      read_run_facts(results, "assay/1:0011")->command,
      "assay score -m q2,bleu,rouge,meteor,bertscore --threshold 0.4 --against knowledge "
      "--bleu-tokenizer intl --bleu-lower-case --bleu-smoothing floor --bleu-smooth-value 0.25 "
      "--rouge-stem --meteor-parameters 2007 --bertscore-layer 3 --bertscore-idf FILE "
      "'my answers.csv' -o " +
          results);
  const std::string usual = write_log(
      folder,
      R"({"run":{"metrics":[{"name":"bleu","options":{"against":"knowledge",)"
      R"("bleu_tokenizer":"13a","bleu_smoothing":"exp","compat":"q2-paper"}}]},"input":{}})");
  EXPECT_EQ(read_run_facts(usual, "assay/1:0011")->command,
            "assay score -m bleu --compat q2-paper 'my answers.csv' -o " + usual);
}

TEST(RunFacts, TheCommandHasTheOptionsOfWhatAnEnsembleCombines) {
  const TestFolder folder;
  const std::string results = write_log(
      folder, R"({"run":{"metrics":[{"name":"ensemble","options":{"intercept":1.0,"terms":[],)"
              R"("components":{"q2":{"compat":"none","keep_personal":true},)"
              R"("bleu":{"against":"knowledge","bleu_lower_case":false}}}}]},"input":{}})");
  EXPECT_EQ(read_run_facts(results, "assay/1:0011")->command,
            "assay score -m ensemble --keep-personal 'my answers.csv' -o " + results);
}

TEST(RunFacts, OfAnotherRunIsNone) {
  const TestFolder folder;
  const std::string results = write_log(folder);
  EXPECT_FALSE(read_run_facts(results, "assay/1:0012"));
  EXPECT_FALSE(read_run_facts(folder.file("other.jsonl"), "assay/1:0011"));
  EXPECT_FALSE(read_run_facts("-", "assay/1:0011"));
}

}  // namespace
}  // namespace assay::report
