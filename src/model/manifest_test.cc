#include "model/manifest.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "base/hash.h"
#include "test_files.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// A folder that disappears with the test.
class ModelsFolder : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(root_ / "toy"); }
  void write(const fs::path& path, const std::string& text) {
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  std::string manifest_for(const std::string& weights) const {
    return R"({"schema":"assay.models/1","models":[{"name":"toy","task":"nli","version":"1",)"
           R"("licence":"Apache-2.0","base":"none","summary":"for a test","files":[{"path":)"
           R"("w.bin","size":)" +
           std::to_string(weights.size()) + R"(,"sha256":")" + base::sha256_hex(weights) +
           R"("}]}]})";
  }
  TestFolder temporary_;
  fs::path root_ = temporary_.path();
};

TEST_F(ModelsFolder, ListsAndVerifiesAModel) {
  write("manifest.json", manifest_for("weights"));
  write("toy/w.bin", "weights");
  const fs::path extra[] = {root_};
  const auto known = list_models(extra);
  ASSERT_TRUE(known) << known.error().to_string();
  ASSERT_FALSE(known->empty());
  EXPECT_EQ(known->front().entry.name, "toy");
  EXPECT_EQ(known->front().folder, root_ / "toy");
  EXPECT_THAT(verify_model(known->front()), ::testing::IsEmpty());
}

TEST_F(ModelsFolder, SaysWhatIsWrongWithAFile) {
  const auto entries = model::parse_manifest(manifest_for("weights"), "m");
  ASSERT_TRUE(entries);
  const KnownModel toy{entries->front(), root_ / "toy"};
  EXPECT_EQ(verify_model(toy).at(0).problem, "missing");
  write("toy/w.bin", "weight");
  EXPECT_EQ(verify_model(toy).at(0).problem, "size 6, expected 7");
  write("toy/w.bin", "weightz");
  EXPECT_EQ(verify_model(toy).at(0).problem, "sha256 differs");
}

TEST_F(ModelsFolder, MissingModelNamesThePlaces) {
  const fs::path extra[] = {root_};
  const auto path = models_path("no-such-model", extra);
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(path.error().hint, ::testing::HasSubstr(root_.string()));
}

TEST_F(ModelsFolder, EnvironmentVariableComesAfterTheOption) {
  fs::create_directories(root_ / "a" / "toy");
  fs::create_directories(root_ / "b" / "toy");
  ::setenv("ASSAY_MODELS", ((root_ / "none").string() + "::" + (root_ / "b").string()).c_str(), 1);
  const fs::path extra[] = {root_ / "a"};
  EXPECT_EQ(models_path("toy", extra).value(), root_ / "a" / "toy");
  EXPECT_EQ(models_path("toy").value(), root_ / "b" / "toy");
  ::unsetenv("ASSAY_MODELS");
}

TEST(Manifest, ShippedModelsHaveTheBytesOfTheManifest) {
  const auto known = list_models();
  ASSERT_TRUE(known) << known.error().to_string();
  std::vector<std::string> names;
  for (const KnownModel& model : *known) {
    names.push_back(model.entry.name);
    if (model.folder.empty()) continue;
    EXPECT_THAT(verify_model(model), ::testing::IsEmpty()) << model.entry.name;
  }
  EXPECT_THAT(names, ::testing::IsSupersetOf({"nli", "qa"}));
}

struct BadManifest {
  const char* text;
  const char* says;
};
class BadManifests : public ::testing::TestWithParam<BadManifest> {};

TEST_P(BadManifests, IsCorruptAndNamesTheField) {
  const auto entries = model::parse_manifest(GetParam().text, "m.json");
  ASSERT_FALSE(entries);
  EXPECT_EQ(entries.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(entries.error().to_string(), ::testing::HasSubstr("m.json"));
  EXPECT_THAT(entries.error().to_string(), ::testing::HasSubstr(GetParam().says));
}

#define MODEL_HEAD                                                                            \
  R"({"schema":"assay.models/1","models":[{"name":"a","task":"nli","version":"1","licence":)" \
  R"("MIT","base":"","summary":"","files":)"
INSTANTIATE_TEST_SUITE_P(
    All, BadManifests,
    ::testing::Values(
        BadManifest{"", "not a JSON object"}, BadManifest{"[]", "not a JSON object"},
        BadManifest{R"({"schema":"assay.models/9"})", "schema"},
        BadManifest{R"({"schema":"assay.models/1"})", "models"},
        BadManifest{R"({"schema":"assay.models/1","models":[3]})", "models[0]"},
        BadManifest{R"({"schema":"assay.models/1","models":[{"name":1}]})", "models[0].name"},
        BadManifest{MODEL_HEAD "1}]}", "models[0].files"},
        BadManifest{MODEL_HEAD R"([{"path":"../x"}]}]})", "files[0].path"},
        BadManifest{MODEL_HEAD R"([{"path":"/x"}]}]})", "files[0].path"},
        BadManifest{MODEL_HEAD R"([{"path":"x","sha256":"zz"}]}]})", "files[0].sha256"},
        BadManifest{MODEL_HEAD R"([],"quality":1}]})", "quality"},
        BadManifest{MODEL_HEAD R"([],"quality":{"rows":"../x"}}]})", "quality.rows"},
        BadManifest{MODEL_HEAD R"([],"quality":{"rows":"x","scores":{}}}]})", "quality.scores"},
        BadManifest{MODEL_HEAD R"([],"quality":{"rows":"x","scores":{"f1":"1"}}}]})",
                    "quality.scores"}));

TEST(Manifest, QualityIsRead) {
  const auto entries = model::parse_manifest(
      MODEL_HEAD R"([],"quality":{"rows":"q/a.jsonl","scores":{"accuracy":0.5}}}]})", "m.json");
  ASSERT_TRUE(entries) << entries.error().to_string();
  ASSERT_TRUE((*entries)[0].quality);
  EXPECT_EQ((*entries)[0].quality->rows, "q/a.jsonl");
  EXPECT_THAT((*entries)[0].quality->scores, ::testing::ElementsAre(std::pair("accuracy", 0.5)));
}

}  // namespace
}  // namespace assay
