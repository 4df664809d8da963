// The int8 engine against OpenVINO on the same graph, and against itself in other company.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "assay/models.h"
#include "model/int8_network.h"
#include "model/openvino_engine.h"

namespace assay::model {
namespace {

// Random ids of ordinary words between the special tokens, second half of type 1.
std::vector<Row> random_rows(std::size_t count, std::size_t longest, const ModelConfig& config) {
  const bool large = config.vocab_size > 20000;
  const int first = large ? 1000 : 5;
  const int words = large ? 20000 : static_cast<int>(config.vocab_size) - first;
  const int open = large ? 101 : 2;  // [CLS] and [SEP] follow each other
  std::mt19937 random(7);
  std::vector<Row> rows(count);
  for (Row& row : rows) {
    const std::size_t length = 4 + random() % (longest - 3);
    for (std::size_t i = 0; i < length; ++i) {
      const auto word = static_cast<int>(random() % static_cast<unsigned>(words));
      row.ids.push_back(i == 0 ? open : first + word);
      row.types.push_back(i * 2 < length ? 0 : 1);
    }
    row.ids[length / 2] = open + 1;
    row.ids[length - 1] = open + 1;
  }
  return rows;
}

struct Case {
  const char* name;
  Head head;
  const char* folder = nullptr;  // of the source tree; else the default model of this name
  double most_off = 0.06;  // of the outputs' size; OpenVINO's own 8 bits are off by up to .046
};

// GoogleTest prints it in names of tests that fail.
void PrintTo(const Case& one, std::ostream* out) {
  *out << one.name;
}

class Int8Engines : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (!can_run_int8_engine()) GTEST_SKIP() << "this processor has no AVX2";
    const auto path = folder_of(GetParam());
    ASSERT_TRUE(path) << path.error().to_string();
    folder_ = open_model_folder(*path).value();
    graph_ = read_graph(folder_, GetParam().head).value();
  }
  static Result<std::filesystem::path> folder_of(const Case& one) {
    if (one.folder == nullptr) return models_path(one.name);
    return std::filesystem::path(ASSAY_SOURCE_DIR) / one.folder;
  }
  std::vector<Row> rows(std::size_t count, std::size_t longest) const {
    return random_rows(count, std::min(longest, folder_.max_length), folder_.config);
  }
  std::unique_ptr<Engine> ours(int threads, std::size_t batch_tokens) {
    const auto network = read_int8_network(*graph_, GetParam().head);
    EXPECT_TRUE(network) << "the shipped graph is not recognised";
    return make_int8_engine(*network, folder_, GetParam().head,
                            {.threads = threads, .batch_tokens = batch_tokens});
  }
  ModelFolder folder_;
  std::shared_ptr<ov::Model> graph_;
};

// The graph exactly as it stands, in f32: OpenVINO's own 8-bit products saturate without VNNI.
std::vector<float> run_in_f32(const std::shared_ptr<ov::Model>& graph, const Row& row) {
  auto compiled = shared_core().compile_model(graph, "CPU", {{"LP_TRANSFORMS_MODE", "NO"}});
  auto request = compiled.create_infer_request();
  for (const auto& input : compiled.inputs()) {
    ov::Tensor tensor(ov::element::i64, {1, row.size()});
    const std::string name = input.get_any_name();
    for (std::size_t i = 0; i < row.size(); ++i) {
      tensor.data<std::int64_t>()[i] =
          name == "input_ids" ? row.ids[i] : (name == "token_type_ids" ? row.types[i] : 1);
    }
    request.set_tensor(name, tensor);
  }
  request.infer();
  std::vector<float> outputs;
  for (std::size_t port = 0; port < compiled.outputs().size(); ++port) {
    const ov::Tensor tensor = request.get_output_tensor(port);
    outputs.insert(outputs.end(), tensor.data<float>(), tensor.data<float>() + tensor.get_size());
  }
  return outputs;
}

TEST_P(Int8Engines, ComputesWhatTheGraphSays) {
  double squares = 0;
  double off = 0;
  const auto engine = ours(1, 4096);
  for (const Row& row : rows(20, 60)) {
    EngineWork work;
    const auto mine = engine->run(std::span(&row, 1), work).value()[0];
    const auto reference = run_in_f32(graph_, row);
    ASSERT_EQ(mine.size(), reference.size());
    for (std::size_t k = 0; k < mine.size(); ++k) {
      off += (mine[k] - reference[k]) * (mine[k] - reference[k]);
      squares += reference[k] * reference[k];
    }
  }
  // A value on the border of two of 256 levels may fall either way and move what follows.
  EXPECT_LT(std::sqrt(off / squares), GetParam().most_off);
}

TEST_P(Int8Engines, SameBitsInAnyCompanyAndOnAnyThreads) {
  const auto all = rows(65, 90);
  EngineWork work;
  const auto engine = ours(1, 4096);
  std::vector<std::vector<float>> alone;
  for (const Row& row : all) {
    alone.push_back(engine->run(std::span(&row, 1), work).value()[0]);
  }
  EXPECT_EQ(engine->run(all, work).value(), alone);
  EXPECT_EQ(ours(2, 4096)->run(all, work).value(), alone);
  EXPECT_EQ(ours(1, 7)->run(all, work).value(), alone);
}

TEST_P(Int8Engines, OpenVinoGivesTheSameBitsInAnyCompanyToo) {
  const auto all = rows(33, 60);
  EngineWork work;
  const auto engine = [&](int threads, std::size_t batch_tokens) {
    return make_openvino_engine(graph_, folder_, GetParam().head,
                                {.threads = threads, .batch_tokens = batch_tokens})
        .value();
  };
  const auto one = engine(1, 4096);
  std::vector<std::vector<float>> alone;
  for (const Row& row : all) alone.push_back(one->run(std::span(&row, 1), work).value()[0]);
  EXPECT_EQ(one->run(all, work).value(), alone);
  EXPECT_EQ(engine(2, 256)->run(all, work).value(), alone);
}

// Where the largest output of a row stands: the label, or the first token of the answer.
std::vector<std::ptrdiff_t> choices(const std::vector<std::vector<float>>& outputs, Head head) {
  std::vector<std::ptrdiff_t> chosen;
  for (const auto& row : outputs) {
    const auto end =
        head == Head::kSpan ? row.begin() + static_cast<std::ptrdiff_t>(row.size() / 2) : row.end();
    chosen.push_back(std::max_element(row.begin(), end) - row.begin());
  }
  return chosen;
}

TEST_P(Int8Engines, ChoosesAsOpenVinoDoes) {
  const auto all = rows(60, 60);
  const Head head = GetParam().head;
  EngineWork work;
  const auto other = make_openvino_engine(graph_, folder_, head, {}).value();
  const auto mine = choices(ours(1, 4096)->run(all, work).value(), head);
  const auto theirs = choices(other->run(all, work).value(), head);
  int alike = 0;
  for (std::size_t i = 0; i < all.size(); ++i) alike += mine[i] == theirs[i] ? 1 : 0;
  EXPECT_GE(alike, 57);  // of 60 rows of random words: some are near a tie
}

TEST_P(Int8Engines, RefusesIdsOutsideTheVocabulary) {
  Row row;
  row.ids = {101, 40000, 102};
  row.types = {0, 0, 0};
  EngineWork work;
  EXPECT_EQ(ours(1, 4096)->run(std::span(&row, 1), work).error().code, ErrorCode::kCorrupt);
}

INSTANTIATE_TEST_SUITE_P(Shipped, Int8Engines,
                         ::testing::Values(Case{"nli", Head::kClassify}, Case{"qa", Head::kSpan}),
                         [](const auto& one) { return std::string(one.param.name); });
// Networks as `assay models export` and tools/quantize_model.py write them; the shipped ones may be
// older (tests/data/README.md).
INSTANTIATE_TEST_SUITE_P(Exported, Int8Engines,
                         ::testing::Values(Case{"classify", Head::kClassify,
                                                "tests/data/quantized/classify"},
                                           Case{"span", Head::kSpan, "tests/data/quantized/span"}),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace assay::model
