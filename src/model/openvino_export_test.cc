// A folder of safetensors exported as OpenVINO IR computes the same.

#include "model/openvino_export.h"

#include <gmock/gmock.h>

#include "model/encoders/golden_encoder.h"
#include "model/openvino_engine.h"
#include "test_files.h"

namespace assay::model {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Export : public ::testing::TestWithParam<const char*> {
 protected:
  static std::vector<std::vector<float>> run(const fs::path& folder, const GoldenEncoder& golden) {
    const auto opened = open_model_folder(folder).value();
    EngineWork work;
    return load_engine(opened, golden.head(), {}).value()->run(golden.rows(), work).value();
  }

  GoldenEncoder golden_{GetParam()};
  TestFolder temporary_;
  fs::path out_ = temporary_.path() / "ir";
};

TEST_P(Export, ComputesTheSame) {
  const auto folder = open_model_folder(golden_.folder()).value();
  ASSERT_EQ(head_of(folder).value(), golden_.head());
  const auto done = export_openvino(folder, golden_.head(), out_);
  ASSERT_TRUE(done) << done.error().to_string();
  EXPECT_EQ(open_model_folder(out_).value().weights_kind, WeightsKind::kOpenVino);
  EXPECT_EQ(run(out_, golden_), run(golden_.folder(), golden_));
}

TEST_P(Export, RefusesItsOwnFolder) {
  const auto folder = open_model_folder(golden_.folder()).value();
  const auto done = export_openvino(folder, golden_.head(), golden_.folder());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kInvalidOption);
  EXPECT_FALSE(fs::exists(golden_.folder() / "openvino_model.xml"));
}

TEST_P(Export, NamesProductsByTheirWeights) {
  const auto folder = open_model_folder(golden_.folder()).value();
  std::vector<std::string> names;
  for (const auto& node : read_graph(folder, golden_.head()).value()->get_ops()) {
    names.push_back(node->get_friendly_name());
  }
  const char* head = golden_.head() == Head::kSpan ? "qa_outputs" : "classifier";
  EXPECT_THAT(names, ::testing::IsSupersetOf({"encoder.layer.0.attention.self.query",
                                              "encoder.layer.1.output.dense", head}));
}

INSTANTIATE_TEST_SUITE_P(Bert, Export, ::testing::Values("bert_classify", "bert_span"),
                         [](const auto& one) { return std::string(one.param); });

TEST(HeadOf, AsksWhereTheConfigIsSilent) {
  ModelFolder folder;
  folder.folder = "some/folder";
  folder.config.architectures = {"BertModel"};
  EXPECT_THAT(head_of(folder).error().to_string(), HasSubstr("--task nli or --task qa"));
}

}  // namespace
}  // namespace assay::model
