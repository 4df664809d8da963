// The default models taken out of 8 bits compute nearly what they do in 8 bits, and exactly what
// their stored weights say.

#include "model/float_export.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "assay/models.h"
#include "model/checkpoint.h"
#include "model/int8_network.h"
#include "model/openvino_engine.h"
#include "test_files.h"

namespace assay::model {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

struct Case {
  const char* name;
  Head head;
};

// GoogleTest prints it in names of tests that fail.
void PrintTo(const Case& one, std::ostream* out) {
  *out << one.name;
}

// A question, or a claim, and a text, of tokens that both vocabularies have.
std::vector<Row> sample_rows(std::size_t vocabulary) {
  std::vector<Row> rows(20);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t length = 12 + 3 * i;
    for (std::size_t at = 0; at < length; ++at) {
      const auto word = static_cast<int>(1000 + (at * 7919 + i * 104729) % (vocabulary - 2000));
      rows[i].ids.push_back(at == 0 ? 101 : word);
      rows[i].types.push_back(at * 3 < length ? 0 : 1);
    }
    rows[i].ids[(length - 1) / 3] = 102;
    rows[i].ids.back() = 102;
  }
  return rows;
}

std::vector<std::vector<float>> run(const fs::path& folder, Head head,
                                    const std::vector<Row>& rows) {
  EngineWork work;
  return load_engine(open_model_folder(folder).value(), head, {}).value()->run(rows, work).value();
}

class FloatExport : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const auto done = export_floats(folder_, GetParam().head, out_);
    ASSERT_TRUE(done) << done.error().to_string();
  }
  ModelFolder folder_ = open_model_folder(models_path(GetParam().name).value()).value();
  TestFolder temporary_;
  fs::path out_ = temporary_.path() / "floats";
};

TEST_P(FloatExport, ComputesNearlyTheSame) {
  const auto rows = sample_rows(folder_.config.vocab_size);
  const auto bytes = run(folder_.folder, GetParam().head, rows);
  const auto floats = run(out_, GetParam().head, rows);
  double squares = 0;
  double off = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(bytes[i].size(), floats[i].size());
    for (std::size_t k = 0; k < bytes[i].size(); ++k) {
      off += std::pow(bytes[i][k] - floats[i][k], 2);
      squares += std::pow(floats[i][k], 2);
    }
  }
  EXPECT_LT(std::sqrt(off / squares), .1);  // activations are rounded in one of them only
}

// An off-by-one in rows, columns or factors would be far from these.
TEST_P(FloatExport, TakesSmoothingAndScalesOutOfTheWeights) {
  const auto graph = read_graph(folder_, GetParam().head).value();
  const auto network = read_int8_network(*graph, GetParam().head).value();
  const auto checkpoint = Checkpoint::open(out_ / "model.safetensors").value();
  const Int8Linear& narrow = network.layers[1].narrow;
  const auto& stored = checkpoint.tensors().at("bert.encoder.layer.1.output.dense.weight").view;
  const auto weights = to_floats(stored);
  ASSERT_EQ(stored.shape, (std::vector<std::size_t>{narrow.columns, narrow.depth}));
  for (const auto& [row, column] : {std::pair{3, 5}, {383, 1535}, {0, 1200}}) {
    const auto n = static_cast<std::size_t>(row);
    const auto k = static_cast<std::size_t>(column);
    const float expected = static_cast<float>(narrow.weights[k * narrow.columns + n]) *
                           narrow.scales[n] * narrow.input.factors[k];
    EXPECT_FLOAT_EQ(weights[n * narrow.depth + k], expected);
  }
}

TEST_P(FloatExport, RefusesItsOwnFolderAndFloats) {
  const auto own = export_floats(folder_, GetParam().head, folder_.folder);
  ASSERT_FALSE(own);
  EXPECT_EQ(own.error().code, ErrorCode::kInvalidOption);
  EXPECT_FALSE(fs::exists(folder_.folder / "model.safetensors"));
  const auto floats = open_model_folder(out_).value();
  const auto again = export_floats(floats, GetParam().head, temporary_.path() / "again");
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(again.error().message, HasSubstr("is not a BERT in 8 bits"));
  EXPECT_FALSE(fs::exists(temporary_.path() / "again"));
}

INSTANTIATE_TEST_SUITE_P(Defaults, FloatExport,
                         ::testing::Values(Case{"nli", Head::kClassify}, Case{"qa", Head::kSpan}),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace assay::model
