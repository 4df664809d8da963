// Encoders built from safetensors against golden outputs of `transformers`
// (tests/oracle/make_encoder_golden.py), and damaged checkpoints.

#include "model/bert_graph.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "assay/model.h"
#include "assay/models.h"

namespace assay::model {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::FloatNear;
using ::testing::HasSubstr;
using ::testing::Pointwise;

const fs::path kEncoders = fs::path(ASSAY_SOURCE_DIR) / "tests" / "data" / "encoders";

json golden(const std::string& name) {
  std::ifstream in(kEncoders / (name + ".json"));
  return json::parse(in);
}

Head head_of(const std::string& name) {
  if (name == "classify") return Head::kClassify;
  return name == "span" ? Head::kSpan : Head::kEmbed;
}

class TinyEncoders : public ::testing::TestWithParam<const char*> {};

TEST_P(TinyEncoders, EqualTransformers) {
  const json expected = golden(GetParam());
  const auto folder = open_model_folder(kEncoders / GetParam());
  ASSERT_TRUE(folder) << folder.error().to_string();
  const auto engine = load_engine(*folder, head_of(expected["head"]), {.threads = 1});
  ASSERT_TRUE(engine) << engine.error().to_string();
  std::vector<Row> rows;
  for (const json& row : expected["rows"]) rows.push_back({row["ids"], row["types"]});
  EngineWork work;
  const auto outputs = (*engine)->run(rows, work);
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<float> wanted = expected["rows"][i]["outputs"];
    EXPECT_THAT((*outputs)[i], Pointwise(FloatNear(1e-4F), wanted)) << "row " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, TinyEncoders,
                         ::testing::Values("bert_classify", "bert_span", "bert_embed",
                                           "roberta_classify", "roberta_span", "roberta_embed"));

TEST(MiniLm, EmbeddingsEqualTransformers) {
  const auto folder = models_path("all-minilm-l6-v2");
  if (!folder) GTEST_SKIP() << folder.error().to_string();
  const auto embedder = Embedder::load(*folder);
  ASSERT_TRUE(embedder) << embedder.error().to_string();
  const json expected = golden("minilm");
  std::vector<std::string> texts;
  for (const json& item : expected) texts.push_back(item["text"]);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto vectors = (*embedder)->embed(views);
  ASSERT_TRUE(vectors) << vectors.error().to_string();
  EXPECT_EQ((*embedder)->dimension(), 384U);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::vector<float> wanted = expected[i]["embedding"];
    EXPECT_THAT((*vectors)[i], Pointwise(FloatNear(1e-4F), wanted)) << texts[i];
  }
}

// A copy of a tiny checkpoint that a test may damage.
class DamagedEncoder : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ("assay_encoder_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::copy(kEncoders / "bert_classify", folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string read(const char* name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  void write(const char* name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }
  void replace(const char* name, const std::string& from, const std::string& to) const {
    std::string text = read(name);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    write(name, text.replace(at, from.size(), to));
  }
  Error error() const { return NliModel::load(folder_).error(); }
  fs::path folder_;
};

TEST_F(DamagedEncoder, LoadsWhenNothingIsDamaged) {
  const auto nli = NliModel::load(folder_);
  ASSERT_TRUE(nli) << nli.error().to_string();
  const TextPair pairs[] = {{"the old bridge", "rain"}};
  const auto scores = (*nli)->judge(pairs).value()[0];
  EXPECT_NEAR(scores.entailment + scores.neutral + scores.contradiction, 1, 1e-9);
}

TEST_F(DamagedEncoder, CutWeightsAreCorrupt) {
  const std::string weights = read("model.safetensors");
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{5}, std::size_t{100}, weights.size() / 2, weights.size() - 1}) {
    write("model.safetensors", weights.substr(0, size));
    EXPECT_EQ(error().code, ErrorCode::kCorrupt) << size;
    EXPECT_THAT(error().to_string(), HasSubstr("model.safetensors"));
  }
}

TEST_F(DamagedEncoder, MissingAndUnexpectedTensorsAreNamed) {
  replace("model.safetensors", "bert.encoder.layer.1.output.dense.weight",
          "bert.encoder.layer.1.output.dense.weighs");
  EXPECT_EQ(error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(error().message,
              HasSubstr("missing tensors: bert.encoder.layer.1.output.dense.weight;"));
  EXPECT_THAT(error().message,
              HasSubstr("unexpected tensors: bert.encoder.layer.1.output.dense.weighs"));
}

TEST_F(DamagedEncoder, WrongShapesAreNamed) {
  replace("config.json", "\"intermediate_size\": 24", "\"intermediate_size\": 32");
  EXPECT_EQ(error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(
      error().message,
      HasSubstr("bert.encoder.layer.0.intermediate.dense.weight is [24, 16], not [32, 16]"));
}

TEST_F(DamagedEncoder, OtherLabelsAreRefused) {
  replace("config.json", "\"Neutral\"", "\"maybe\"");
  EXPECT_EQ(error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(error().to_string(), HasSubstr("has no label `neutral`"));
}

TEST_F(DamagedEncoder, BadConfigIsCorrupt) {
  write("config.json", "{");
  EXPECT_EQ(error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(error().to_string(), HasSubstr("config.json"));
}

TEST_F(DamagedEncoder, MissingFilesAreNotFound) {
  fs::remove(folder_ / "tokenizer.json");
  EXPECT_EQ(error().code, ErrorCode::kNotFound);
  fs::remove(folder_ / "model.safetensors");
  EXPECT_THAT(error().to_string(), HasSubstr("no weights in"));
}

TEST_F(DamagedEncoder, OtherModelTypesAreUnsupported) {
  replace("config.json", "\"model_type\": \"bert\"", "\"model_type\": \"deberta\"");
  EXPECT_EQ(error().code, ErrorCode::kUnsupported);
}

TEST(DamagedIr, CutFilesAreCorrupt) {
  const auto shipped = models_path("nli");
  ASSERT_TRUE(shipped);
  const fs::path folder = fs::path(::testing::TempDir()) / "assay_damaged_ir";
  for (const char* name : {"openvino_model.xml", "openvino_model.bin"}) {
    fs::remove_all(folder);
    fs::copy(*shipped, folder);
    fs::resize_file(folder / name, fs::file_size(folder / name) / 2);
    const auto nli = NliModel::load(folder);
    ASSERT_FALSE(nli) << name;
    EXPECT_EQ(nli.error().code, ErrorCode::kCorrupt) << name;
    EXPECT_THAT(nli.error().to_string(), HasSubstr("openvino_model"));
  }
  fs::remove_all(folder);
}

}  // namespace
}  // namespace assay::model
