#include "model/model_folder.h"

#include <gmock/gmock.h>

#include "model/length_batches.h"

namespace assay::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ModelConfig, ReadsLimitsOfBothFamilies) {
  EXPECT_EQ(parse_model_config(R"({"model_type":"bert","max_position_embeddings":512})", "c")
                .value()
                .max_length(),
            512U);
  EXPECT_EQ(parse_model_config(R"({"model_type":"roberta","max_position_embeddings":514})", "c")
                .value()
                .max_length(),
            512U);
  EXPECT_EQ(parse_model_config(R"({"model_type":"roberta","max_position_embeddings":1})", "c")
                .value()
                .max_length(),
            0U);
}

TEST(ModelConfig, NullAnswerMarginIsZeroUnlessGiven) {
  EXPECT_EQ(parse_model_config(R"({"model_type":"bert"})", "c").value().null_answer_margin, 0);
  EXPECT_EQ(parse_model_config(R"({"model_type":"bert","null_answer_margin":-5})", "c")
                .value()
                .null_answer_margin,
            -5);
}

TEST(NliLabels, AreFoundByNameWhateverTheirCase) {
  EXPECT_THAT(nli_label_order({"CONTRADICTION", "Neutral", "entailment"}, "c").value(),
              ElementsAre(2, 1, 0));
}

TEST(NliLabels, OthersAreRefused) {
  EXPECT_EQ(nli_label_order({"LABEL_0", "LABEL_1", "LABEL_2"}, "c").error().code,
            ErrorCode::kCorrupt);
  EXPECT_FALSE(nli_label_order({"entailment", "not_entailment"}, "c"));
}

struct BadConfig {
  const char* text;
  const char* says;
};
class BadConfigs : public ::testing::TestWithParam<BadConfig> {};

TEST_P(BadConfigs, NameTheField) {
  const auto config = parse_model_config(GetParam().text, "config.json");
  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(config.error().to_string(), HasSubstr("config.json"));
  EXPECT_THAT(config.error().to_string(), HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadConfigs,
    ::testing::Values(BadConfig{"", "not a JSON object"}, BadConfig{"[]", "not a JSON object"},
                      BadConfig{R"({"model_type":3})", "model_type"},
                      BadConfig{R"({"model_type":"bert","hidden_size":-1})", "hidden_size"},
                      BadConfig{R"({"model_type":"bert","hidden_size":1e30})", "hidden_size"},
                      BadConfig{R"({"model_type":"bert","vocab_size":99999999999})", "vocab_size"},
                      BadConfig{R"({"model_type":"bert","layer_norm_eps":"x"})", "layer_norm_eps"},
                      BadConfig{R"({"model_type":"bert","hidden_act":1})", "hidden_act"},
                      BadConfig{R"({"model_type":"bert","architectures":[1]})", "architectures"},
                      BadConfig{R"({"model_type":"bert","id2label":[]})", "id2label"},
                      BadConfig{R"({"model_type":"bert","id2label":{"1":"a"}})", "id2label"}));

TEST(LengthBatches, PaddedLengthDependsOnTheRowAlone) {
  EXPECT_EQ(padded_length(1, 512), 16U);
  EXPECT_EQ(padded_length(16, 512), 16U);
  EXPECT_EQ(padded_length(17, 512), 32U);
  EXPECT_EQ(padded_length(510, 511), 511U);
}

TEST(LengthBatches, KeepsTheBudgetAndLosesNoRow) {
  const std::size_t lengths[] = {5, 40, 33, 16, 17, 512};
  std::vector<std::size_t> seen;
  for (const Batch& batch : length_batches(lengths, 512, 64)) {
    EXPECT_TRUE(batch.rows.size() == 1 || batch.rows.size() * batch.padded_length <= 64);
    for (const std::size_t row : batch.rows) {
      EXPECT_EQ(batch.padded_length, padded_length(lengths[row], 512));
      seen.push_back(row);
    }
  }
  EXPECT_THAT(seen, ::testing::UnorderedElementsAre(0, 1, 2, 3, 4, 5));
}

}  // namespace
}  // namespace assay::model
