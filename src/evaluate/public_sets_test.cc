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
    auto prepared = prepare_set(set, {.file = folder_.write(name, content)});
    EXPECT_TRUE(prepared) << prepared.error().to_string();
    return prepared ? *std::move(prepared) : PreparedSet{};
  }

  std::string error_of(const std::string& set, const std::string& name, std::string_view content) {
    const auto prepared = prepare_set(set, {.file = folder_.write(name, content)});
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

constexpr char kAnswers[] = R"([{"id":"5","response":"r","x_response_kg":[
    {"triplet":["Tea","is","hot"],"human_label":"Neutral"}]}])";

TEST_F(PublicSetsTest, RefCheckerGivesARecordAClaim) {
  const PreparedSet set = prepare("refchecker", "dolly_some_model_answers.json", kAnswers);
  EXPECT_EQ(set.jsonl,
            R"({"id":"5-some_model-0","response":"Tea is hot","label":"Neutral",)"
            R"("triplet":["Tea","is","hot"],"system":"some_model","extractor":"x","context":"5"})"
            "\n");
  EXPECT_THAT(set.notes[0], HasSubstr("--references FILE"));
  EXPECT_THAT(error_of("refchecker", "no.json", R"([{"id":"5"}])"),
              HasSubstr("there is no `NAME_response_kg`"));
}

TEST_F(PublicSetsTest, RefCheckerTakesItsReferences) {
  const SetFiles files{
      .file = folder_.write("dolly_x_answers.json", kAnswers),
      .references = folder_.write(
          "dolly.json", R"([{"id":"5","question":"Is tea hot?","context":["It is.","Often."]}])")};
  const auto set = prepare_set("refchecker", files);
  ASSERT_TRUE(set) << set.error().to_string();
  EXPECT_THAT(set->jsonl,
              HasSubstr(R"("knowledge":["It is.","Often."],"history":["Is tea hot?"],"label")"));
  EXPECT_TRUE(set->notes.empty());

  folder_.write("dolly.json", R"([{"id":"6","question":"q","context":[]}])");
  EXPECT_THAT(prepare_set("refchecker", files).error().to_string(),
              HasSubstr("item 1: `5` is not"));
  folder_.write("dolly.json", R"([{"id":"5","question":"q","context":[3]}])");
  EXPECT_THAT(prepare_set("refchecker", files).error().to_string(),
              HasSubstr("`context` holds something else than texts"));
  EXPECT_EQ(prepare_set("usr", files).error().code, ErrorCode::kInvalidOption);
}

constexpr char kPairs[] =
    R"([{"sentence1":"i am 22 .","sentence2":"i am young .","label":"positive","id":"a","dtype":"d"},)"
    R"({"sentence1":"i bake .","sentence2":"i never bake .","label":"negative","id":"b"}])";

TEST_F(PublicSetsTest, DialogueNliGivesARecordAPair) {
  const PreparedSet set = prepare("dnli", "dialogue_nli_dev.jsonl", kPairs);
  EXPECT_EQ(set.jsonl,
            R"({"id":"a","response":"i am young .","knowledge":"i am 22 .","label":"entailment",)"
            R"("dtype":"d"})"
            "\n"
            R"({"id":"b","response":"i never bake .","knowledge":"i bake .",)"
            R"("label":"contradiction"})"
            "\n");
  const PreparedSet lines = prepare("dnli", "lines.jsonl",
                                    R"({"sentence1":"x","sentence2":"y","label":"neutral"})"
                                    "\n\n");
  EXPECT_THAT(lines.jsonl,
              HasSubstr(R"("id":"0","response":"y","knowledge":"x","label":"neutral")"));
  EXPECT_THAT(error_of("dnli", "no.jsonl", R"([{"sentence1":"x"}])"),
              HasSubstr("item 1: `sentence2` is missing"));
  EXPECT_THAT(error_of("dnli", "broken.jsonl", "{}\n[1\n"),
              HasSubstr("broken.jsonl:2: is no JSON object"));
}

constexpr char kSummary[] =
    R"({"document":"Tea is hot.","claim":"Tea is cold.","label":0,"cut":"val","model_name":"bart"})";

TEST_F(PublicSetsTest, SummacIsReadAsItemsOrAsTheLoadersDataSets) {
  const std::string items = std::string("[") + kSummary + "]";
  EXPECT_EQ(prepare("summac", "frank.json", items).jsonl,
            R"({"id":"frank-0","response":"Tea is cold.","knowledge":"Tea is hot.","label":0,)"
            R"("dataset":"frank","system":"bart","cut":"val"})"
            "\n");
  const std::string sets = R"([{"name":"polytope","dataset":)" + items + "}]";
  EXPECT_THAT(prepare("summac", "val.json", sets).jsonl, StartsWith(R"({"id":"polytope-0")"));
  EXPECT_THAT(prepare("summac", "frank.jsonl", kSummary).jsonl, StartsWith(R"({"id":"frank-0")"));
  EXPECT_THAT(error_of("summac", "no.json", R"([{"document":"a","claim":"b"}])"),
              HasSubstr("`label` is missing"));
}

TEST_F(PublicSetsTest, TrueIsReadAsItsScriptWritesIt) {
  const PreparedSet set = prepare("true", "frank_valid_download.csv",
                                  ",hash,model,grounding,generated_text,label\n"
                                  "0,h,bart,\"Tea, black\nand hot.\",Tea is hot.,1\n");
  EXPECT_EQ(set.jsonl,
            R"({"id":"frank_valid-0","response":"Tea is hot.","knowledge":"Tea, black\nand hot.",)"
            R"("label":"1","dataset":"frank_valid","system":"bart"})"
            "\n");
  const PreparedSet plain = prepare("true", "mine.csv", "label,generated_text,grounding\n0,a,b\n");
  EXPECT_THAT(plain.jsonl, HasSubstr(R"("label":"0","dataset":"mine"})"));
  EXPECT_THAT(error_of("true", "no.csv", "a,b\n1,2\n"),
              HasSubstr("no column is named `grounding`"));
}

TEST_F(PublicSetsTest, UnknownSetsAndMissingFiles) {
  EXPECT_FALSE(prepare_set("nothing", {.file = folder_.write("a", "")}));
  EXPECT_FALSE(prepare_set("usr", {.file = folder_.file("nowhere.json")}));
  for (const PublicSet& set : list_public_sets()) EXPECT_FALSE(set.summary.empty());
}

}  // namespace
}  // namespace assay::evaluate
