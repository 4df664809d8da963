// Checkpoints as save_pretrained wrote them, against golden outputs of `transformers`
// (tests/oracle/make_encoder_golden.py), and what damaged ones are answered with.

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "assay/model.h"
#include "assay/models.h"
#include "model/engine.h"
#include "test_files.h"

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
  void SetUp() override { fs::copy(kEncoders / "bert_classify", folder_); }
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
  // Every error of a folder says what to do.
  Error error() const {
    const auto loaded = NliModel::load(folder_);
    if (loaded) {
      ADD_FAILURE() << "the folder is taken";
      return {};
    }
    EXPECT_FALSE(loaded.error().hint.empty()) << loaded.error().to_string();
    return loaded.error();
  }
  TestFolder temporary_;
  fs::path folder_ = temporary_.path();
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
              HasSubstr("missing tensors: bert.encoder.layer.1.output.dense.weight [16, 24];"));
  EXPECT_THAT(error().message,
              HasSubstr("unexpected tensors: bert.encoder.layer.1.output.dense.weighs"));
}

TEST_F(DamagedEncoder, WrongShapesAreNamed) {
  replace("config.json", "\"intermediate_size\": 24", "\"intermediate_size\": 32");
  EXPECT_EQ(error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(
      error().message,
      HasSubstr("bert.encoder.layer.0.intermediate.dense.weight is [24, 16], expected [32, 16]"));
  EXPECT_THAT(error().file, HasSubstr("model.safetensors"));
}

TEST_F(DamagedEncoder, OtherLabelsAreRefused) {
  replace("config.json", "\"Neutral\"", "\"maybe\"");
  EXPECT_EQ(error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(error().to_string(),
              HasSubstr("holds [ENTAILMENT, maybe, contradiction], not entailment, neutral and"));
}

TEST_F(DamagedEncoder, BadConfigIsCorrupt) {
  write("config.json", "{");
  EXPECT_EQ(error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(error().to_string(), HasSubstr("config.json"));
}

TEST_F(DamagedEncoder, MissingFilesAreNotFound) {
  fs::remove(folder_ / "tokenizer.json");
  EXPECT_EQ(error().code, ErrorCode::kNotFound);
  EXPECT_THAT(error().to_string(), HasSubstr("AutoTokenizer"));
  write("tokenizer.json", "{}");
  fs::rename(folder_ / "model.safetensors", folder_ / "pytorch_model.bin");
  EXPECT_THAT(error().to_string(), HasSubstr("save_pretrained"));
  fs::remove(folder_ / "pytorch_model.bin");
  EXPECT_THAT(error().to_string(), HasSubstr("no weights in"));
  fs::remove(folder_ / "config.json");
  EXPECT_THAT(error().to_string(), HasSubstr("config.json"));
}

TEST_F(DamagedEncoder, PointersOfGitLfsAreNamed) {
  write("model.safetensors", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
  EXPECT_THAT(error().to_string(), HasSubstr("git lfs pull"));
}

TEST_F(DamagedEncoder, ACheckpointWithoutTheHeadIsNamed) {
  const auto qa = QaModel::load(folder_);
  ASSERT_FALSE(qa);
  EXPECT_THAT(qa.error().to_string(), HasSubstr("missing tensors: qa_outputs.weight [2, 16]"));
  EXPECT_THAT(qa.error().hint, HasSubstr("has no head of this kind"));
}

TEST_F(DamagedEncoder, OtherModelTypesAreUnsupported) {
  replace("config.json", "\"model_type\": \"bert\"", "\"model_type\": \"deberta\"");
  EXPECT_EQ(error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(error().message, HasSubstr("`deberta` is not among the families"));
  EXPECT_THAT(error().hint, HasSubstr("optimum-cli export onnx"));
}

// What changes the arithmetic and is not supported is refused by name.
TEST_F(DamagedEncoder, FieldsThatAreNotSupportedAreNamed) {
  const std::string config = read("config.json");
  const std::pair<const char*, const char*> changes[] = {
      {"\"hidden_act\": \"gelu\"", "\"hidden_act\": \"mish\""},
      {"\"position_embedding_type\": \"absolute\"",
       "\"position_embedding_type\": \"relative_key\""},
      {"\"use_cache\": true", "\"is_decoder\": true"},
      {"\"use_cache\": true", "\"pruned_heads\": {\"0\": [1]}"},
      {"\"use_cache\": true", "\"quantization_config\": {\"bits\": 4}"},
      {"\"use_cache\": true", "\"auto_map\": {\"AutoModel\": \"own.Model\"}"},
      {"\"use_cache\": true", "\"problem_type\": \"regression\""},
      {"\"use_cache\": true", "\"problem_type\": \"multi_label_classification\""}};
  for (const auto& [from, to] : changes) {
    write("config.json", config);
    replace("config.json", from, to);
    const std::string field(to + 1, std::string(to + 1).find('"'));
    EXPECT_EQ(error().code, ErrorCode::kUnsupported) << to;
    EXPECT_EQ(error().field, field);
    EXPECT_THAT(error().file, HasSubstr("config.json"));
  }
}

TEST_F(DamagedEncoder, ARegressionIsRefused) {
  json config = json::parse(read("config.json"));
  config["id2label"] = {{"0", "similarity"}};
  write("config.json", config.dump());
  EXPECT_EQ(error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(error().to_string(), HasSubstr("regression"));
}

TEST(DamagedIr, CutFilesAreCorrupt) {
  const auto shipped = models_path("nli");
  ASSERT_TRUE(shipped);
  const TestFolder temporary;
  const fs::path folder = temporary.path() / "ir";
  for (const char* name : {"openvino_model.xml", "openvino_model.bin"}) {
    fs::remove_all(folder);
    fs::copy(*shipped, folder);
    fs::resize_file(folder / name, fs::file_size(folder / name) / 2);
    const auto nli = NliModel::load(folder);
    ASSERT_FALSE(nli) << name;
    EXPECT_EQ(nli.error().code, ErrorCode::kCorrupt) << name;
    EXPECT_THAT(nli.error().to_string(), HasSubstr("openvino_model"));
  }
}

}  // namespace
}  // namespace assay::model
