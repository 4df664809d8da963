// A family that is not built from safetensors, by way of its ONNX export
// (tools/generate_encoder_goldens.py).

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "model/engine.h"
#include "test_files.h"

namespace assay::model {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::FloatNear;
using ::testing::Pointwise;

class OnnxFolders : public ::testing::TestWithParam<std::pair<const char*, Head>> {
 protected:
  void SetUp() override {
    const auto [name, head] = GetParam();
    const fs::path source =
        fs::path(ASSAY_SOURCE_DIR) / "tests" / "data" / "encoder_goldens" / name;
    std::ifstream in(source / "golden.json");
    golden_ = json::parse(in);
    fs::copy(source / "model.onnx", folder_);
    std::ofstream(folder_ / "config.json") << golden_["config"].dump();
    std::ofstream(folder_ / "tokenizer.json") << "{}";
  }
  json golden_;
  TestFolder temporary_;
  fs::path folder_ = temporary_.path();
};

TEST_P(OnnxFolders, EqualTransformers) {
  const Head head = GetParam().second;
  const auto folder = open_model_folder(folder_);
  ASSERT_TRUE(folder) << folder.error().to_string();
  EXPECT_EQ(folder->weights_kind, WeightsKind::kOnnx);
  const auto engine = load_engine(*folder, head, {.threads = 1});
  ASSERT_TRUE(engine) << engine.error().to_string();
  std::vector<Row> rows;
  for (const json& row : golden_["rows"]) rows.push_back({row["ids"], row["types"]});
  EngineWork work;
  const auto outputs = (*engine)->run(rows, work);
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<float> wanted = golden_["rows"][i]["outputs"];
    EXPECT_THAT((*outputs)[i], Pointwise(FloatNear(1e-4F), wanted)) << "row " << i;
  }
}

TEST_P(OnnxFolders, AnExportForAnotherTaskIsRefusedWithAHint) {
  const Head other = GetParam().second == Head::kSpan ? Head::kEmbed : Head::kSpan;
  const auto engine = load_engine(open_model_folder(folder_).value(), other, {.threads = 1});
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(engine.error().hint, ::testing::HasSubstr("--task"));
}

INSTANTIATE_TEST_SUITE_P(MpNet, OnnxFolders,
                         ::testing::Values(std::pair("mpnet_classify", Head::kClassify),
                                           std::pair("mpnet_span", Head::kSpan),
                                           std::pair("mpnet_embed", Head::kEmbed)));

}  // namespace
}  // namespace assay::model
