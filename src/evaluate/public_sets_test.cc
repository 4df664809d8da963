#include "assay/public_sets.h"

#include <gmock/gmock.h>

#include "test_files.h"

namespace assay::evaluate {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class PublicSetsTest : public testing::Test {
 protected:
  PreparedSet prepare(const std::string& set, const std::string& name, std::string_view content) {
    auto prepared = prepare_set(set, folder_.write(name, content));
    EXPECT_TRUE(prepared) << prepared.error().to_string();
    return prepared ? *std::move(prepared) : PreparedSet{};
  }

  std::string error_of(const std::string& set, const std::string& name, std::string_view content) {
    const auto prepared = prepare_set(set, folder_.write(name, content));
    EXPECT_FALSE(prepared);
    return prepared ? "" : prepared.error().to_string();
  }

  TestFolder folder_;
};

TEST_F(PublicSetsTest, WowGivesARecordASystem) {
  const PreparedSet set =
      prepare("wow", "wow.csv",
              ",episode_idx,round,topic,message,dodeca_response,memnet_response,"
              "knowledge,gold,dodeca_label,"
              "memnet_label\n"
              "0,4,1,Tea,\"do you, like tea?\",yes,no,Tea is a drink.,tea,1,0\n");
  EXPECT_EQ(set.n_records, 2U);
  EXPECT_EQ(set.jsonl,
            "{\"id\":\"0-dodeca\",\"response\":\"yes\","
            "\"knowledge\":\"Tea is a drink.\","
            "\"history\":[\"do you, like "
            "tea?\"],\"reference\":\"tea\",\"label\":\"inconsistent\","
            "\"system\":\"dodeca\",\"context\":\"0\",\"dialogue\":"
            "\"4\",\"round\":\"1\","
            "\"topic\":\"Tea\"}\n"
            "{\"id\":\"0-memnet\",\"response\":\"no\",\"knowledge\":"
            "\"Tea is a drink.\","
            "\"history\":[\"do you, like "
            "tea?\"],\"reference\":\"tea\",\"label\":\"consistent\","
            "\"system\":\"memnet\",\"context\":\"0\",\"dialogue\":"
            "\"4\",\"round\":\"1\","
            "\"topic\":\"Tea\"}\n");
  EXPECT_THAT(error_of("wow", "other.csv", "a,b\n1,2\n"), HasSubstr("no column is named"));
}

TEST_F(PublicSetsTest, BeginKeepsItsLabels) {
  const PreparedSet set =
      prepare("begin", "begin.tsv",
              "model_name\tdata_source\tknowledge\tmessage\tresponse\tbegin_label\n"
              "t5\twow\tTea is a \"drink\".\thi\t\"tea\tGeneric\n");
  EXPECT_THAT(set.jsonl, StartsWith(R"({"id":"wow-0","response":"\"tea")"));
  EXPECT_THAT(set.jsonl, HasSubstr(R"("label":"Generic","system":"t5")"));
}

constexpr char kUsr[] =
    R"([{"context":"hi\nho\n","fact":"_nofact\n","responses":[]},
 {"context":"hi\nho\n","fact":"one\ntwo\n","responses":[
  {"response":"x\n","model":"Original Ground Truth","Uses Knowledge":[1,1,1],"Understandable":[1],
   "Natural":[1],"Maintains Context":[1],"Engaging":[1],"Overall":[1]},
  {"response":"y\n","model":"Seq2Seq","Uses Knowledge":[0,1,0],"Understandable":[1],
   "Natural":[1],"Maintains Context":[1],"Engaging":[1],"Overall":[1]}]}])";

TEST_F(PublicSetsTest, UsrFollowsThePapersProtocol) {
  const PreparedSet set = prepare("usr", "usr.json", kUsr);
  EXPECT_EQ(set.n_records, 1U);
  EXPECT_THAT(set.jsonl,
              HasSubstr(R"("response":"y","knowledge":["one","two"],"history":["hi","ho"],)"
                        R"("label":[0,1,0],"system":"Seq2Seq","context":"1")"));
  EXPECT_THAT(set.notes[0], HasSubstr("1 contexts without knowledge"));
  EXPECT_THAT(error_of("usr", "list.json", "[{\"fact\":1}]"), HasSubstr("item 1: `fact`"));
  EXPECT_THAT(error_of("usr", "object.json", "{}"), HasSubstr("is not one JSON list"));
}

TEST_F(PublicSetsTest, FineDialFactGivesARecordAFact) {
  const PreparedSet set = prepare(
      "finedialfact", "facts.json",
      R"([{"id":"d1","atomic_fact":"Tea is hot.","dialogue":"A: hi\nB: ho\n","factualLabel":"Refutes",
          "evidence":[{"id":"7","title":"Tea","text":" Tea is a drink. "}]}])");
  EXPECT_THAT(set.jsonl,
              HasSubstr(R"("knowledge":[{"id":"7","title":"Tea","text":"Tea is a drink."}])"));
  EXPECT_THAT(set.jsonl, HasSubstr(R"("label":"Refutes")"));
  EXPECT_THAT(error_of("finedialfact", "no.json", "[{}]"), HasSubstr("`atomic_fact` is missing"));
}

TEST_F(PublicSetsTest, RefCheckerGivesARecordAClaim) {
  const PreparedSet set = prepare("refchecker", "answers.json",
                                  R"([{"id":"5","response":"r","x_response_kg":[
                  {"triplet":["Tea","is","hot"],"human_label":"Neutral"}]}])");
  EXPECT_THAT(set.jsonl, HasSubstr(R"("id":"5-0","response":"Tea is hot","label":"Neutral")"));
  EXPECT_THAT(set.jsonl, HasSubstr(R"("system":"x","context":"5")"));
  EXPECT_THAT(error_of("refchecker", "no.json", R"([{"id":"5"}])"),
              HasSubstr("there is no `SYSTEM_response_kg`"));
}

TEST_F(PublicSetsTest, UnknownSetsAndMissingFiles) {
  EXPECT_FALSE(prepare_set("nothing", folder_.write("a", "")));
  EXPECT_FALSE(prepare_set("usr", folder_.file("nowhere.json")));
  for (const PublicSet& set : list_public_sets()) EXPECT_FALSE(set.summary.empty());
}

}  // namespace
}  // namespace assay::evaluate
