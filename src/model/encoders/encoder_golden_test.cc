// Every family and head against golden outputs of `transformers`
// (tools/generate_encoder_goldens.py).

#include <gmock/gmock.h>

#include "model/encoders/golden_encoder.h"
#include "model/encoders/relative_positions.h"

namespace assay::model {
namespace {

using ::testing::FloatNear;
using ::testing::Pointwise;

std::vector<std::vector<float>> run(const std::filesystem::path& path, Head head,
                                    const std::vector<Row>& rows, std::size_t batch_tokens) {
  const auto folder = open_model_folder(path);
  if (!folder) {
    ADD_FAILURE() << folder.error().to_string();
    return {};
  }
  const auto engine = load_engine(*folder, head, {.threads = 1, .batch_tokens = batch_tokens});
  if (!engine) {
    ADD_FAILURE() << engine.error().to_string();
    return {};
  }
  EngineWork work;
  auto outputs = (*engine)->run(rows, work);
  if (outputs) return *outputs;
  ADD_FAILURE() << outputs.error().to_string();
  return {};
}

class EncoderFamilies : public ::testing::TestWithParam<const char*> {};

TEST_P(EncoderFamilies, EqualTransformers) {
  const GoldenEncoder golden(GetParam());
  const auto outputs = run(golden.folder(), golden.head(), golden.rows(), 4096);
  const auto expected = golden.outputs();
  ASSERT_EQ(outputs.size(), expected.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    EXPECT_THAT(outputs[i], Pointwise(FloatNear(1e-4F), expected[i])) << "row " << i;
  }
}

// Padding depends on a row's own length alone, and batches change no bit.
TEST_P(EncoderFamilies, GiveTheSameBitsInAnyCompany) {
  const GoldenEncoder golden(GetParam());
  std::vector<Row> rows = golden.rows();
  std::vector<Row> many;
  for (int copy = 0; copy < 3; ++copy) many.insert(many.end(), rows.begin(), rows.end());
  const auto alone = run(golden.folder(), golden.head(), many, 1);
  const auto together = run(golden.folder(), golden.head(), many, 4096);
  EXPECT_EQ(alone, together);
  for (std::size_t i = rows.size(); i < together.size(); ++i) {
    EXPECT_EQ(together[i], together[i - rows.size()]) << "row " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Golden, EncoderFamilies,
    ::testing::Values("bert_classify", "bert_span", "bert_embed", "roberta_classify",
                      "roberta_span", "roberta_embed", "xlm_roberta_classify",
                      "distilbert_classify", "distilbert_span", "distilbert_embed",
                      "electra_classify", "electra_span", "electra_embed", "albert_classify",
                      "albert_span", "albert_embed", "deberta_classify", "deberta_span",
                      "deberta_embed", "deberta_v2_classify", "deberta_c2p_span",
                      "deberta_p2c_span", "modernbert_classify", "modernbert_mean_classify",
                      "modernbert_span", "modernbert_embed"));

TEST(RelativePositions, BucketsEqualTransformers) {
  std::ifstream in(std::filesystem::path(ASSAY_SOURCE_DIR) / "tests" / "data" / "encoder_goldens" /
                   "deberta_buckets.json");
  for (const auto& table : nlohmann::json::parse(in)) {
    const RelativePositions positions{table["buckets"], table["max_distance"]};
    for (std::int64_t distance = 0; distance < std::ssize(table["of"]); ++distance) {
      const std::int64_t wanted = table["of"][static_cast<std::size_t>(distance)];
      EXPECT_EQ(bucket_of(distance, positions), wanted) << distance;
      EXPECT_EQ(bucket_of(-distance, positions), -wanted) << distance;
    }
  }
}

TEST(RelativePositions, RowsStayInsideTheTable) {
  const RelativePositions positions{.buckets = 0, .max_distance = 4};
  EXPECT_THAT(distance_rows(6, positions, 1),
              ::testing::ElementsAre(0, 0, 1, 2, 3, 4, 5, 6, 7, 7, 7));
  EXPECT_THAT(distance_rows(3, positions, -1), ::testing::ElementsAre(6, 5, 4, 3, 2));
}

}  // namespace
}  // namespace assay::model
