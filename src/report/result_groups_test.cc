#include "report/result_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_files.h"

namespace assay::report {
namespace {

using testing::HasSubstr;

std::string line(const std::string& id, const std::string& metric) {
  RecordResult result;
  result.id = id;
  result.metric = metric;
  result.status = Status::kMeasured;
  result.score = 1;
  return to_json_line(result, "assay/1:00") + "\n";
}

constexpr char kSummary[] =
    R"({"schema":"assay.result/1","type":"summary","n_records":1,"n_bad":0,"n_duplicate_ids":0,)"
    R"("metrics":[],"fingerprint":"assay/1:00"})"
    "\n";

// The ids of the groups, or the error that ends the reading.
Result<std::vector<std::string>> read_all(const std::string& results, const std::string& records) {
  RecordSource source;
  source.input = records;
  auto reader = GroupReader::open(results, source);
  if (!reader) return tl::unexpected(reader.error());
  std::vector<std::string> ids;
  for (;;) {
    auto group = reader->next();
    if (!group) return tl::unexpected(group.error());
    if (!group->has_value()) return ids;
    ids.push_back((*group)->lines.front().result.id);
    EXPECT_EQ((*group)->lines.size(), reader->metrics().size());
    EXPECT_EQ((*group)->record.has_value(), !records.empty());
  }
}

TEST(ResultGroups, RecordsOfTwoMetricsAndOneId) {
  const TestFolder folder;
  const std::string results =
      folder.write("r.jsonl", line("a", "q2") + line("a", "nli") + line("a", "q2") +
                                  line("a", "nli") + kSummary);
  const std::string records = folder.write(
      "in.jsonl", "{\"id\":\"a\",\"response\":\"x\"}\n{\"id\":\"a\",\"response\":\"y\"}\n");
  EXPECT_EQ(read_all(results, {}).value(), (std::vector<std::string>{"a", "a"}));
  EXPECT_EQ(read_all(results, records).value(), (std::vector<std::string>{"a", "a"}));
}

TEST(ResultGroups, AMissingResultIsAnError) {
  const TestFolder folder;
  const std::string results = folder.write(
      "r.jsonl", line("a", "q2") + line("a", "nli") + line("b", "q2") + line("c", "q2"));
  const auto read = read_all(results, {});
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().to_string(), HasSubstr("`nli` is missing for record 2"));
  EXPECT_EQ(read.error().line, 4U);
}

TEST(ResultGroups, OtherRecordsAreAnError) {
  const TestFolder folder;
  const std::string results = folder.write("r.jsonl", line("a", "q2") + line("b", "q2"));
  const auto other = read_all(
      results,
      folder.write("in.jsonl",
                   "{\"id\":\"a\",\"response\":\"x\"}\n{\"id\":\"c\",\"response\":\"y\"}\n"));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().to_string(), HasSubstr("record 2 is `c`, but `b` was scored"));
  const auto few =
      read_all(results, folder.write("few.jsonl", "{\"id\":\"a\",\"response\":\"x\"}\n"));
  ASSERT_FALSE(few);
  EXPECT_THAT(few.error().to_string(), HasSubstr("it ends before record 2, `b`"));
}

TEST(ResultGroups, NothingStandsBehindTheSummary) {
  const TestFolder folder;
  const auto read =
      read_all(folder.write("r.jsonl", line("a", "q2") + kSummary + line("b", "q2")), {});
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().to_string(), HasSubstr("stands behind the summary"));
}

}  // namespace
}  // namespace assay::report
