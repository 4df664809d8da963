#include "model/model_folder.h"

#include <gmock/gmock.h>

#include "model/length_batches.h"
#include "model/nli_labels.h"

namespace assay::model {
namespace {

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

TEST(ModelConfig, ReadsTheNamesOfTheFamily) {
  const auto config = parse_model_config(
      R"({"model_type":"distilbert","dim":8,"n_layers":3,"activation":"relu"})", "c");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->hidden_size, 8U);
  EXPECT_EQ(config->num_hidden_layers, 3U);
  EXPECT_EQ(config->hidden_act, "relu");
}

TEST(ModelConfig, AnUnknownFamilyIsReadForOnnx) {
  const auto config = parse_model_config(R"({"model_type":"mpnet","hidden_size":8})", "c");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->family, nullptr);
  EXPECT_EQ(config->hidden_size, 8U);
}

void expect_labels(const std::vector<std::string>& names, std::size_t entailment,
                   std::size_t neutral, std::optional<std::size_t> contradiction) {
  const auto labels = find_nli_labels(names, "c");
  ASSERT_TRUE(labels) << labels.error().to_string();
  EXPECT_EQ(labels->entailment, entailment);
  EXPECT_EQ(labels->neutral, neutral);
  EXPECT_EQ(labels->contradiction, contradiction);
}

TEST(NliLabels, AreFoundByNameWhateverOrderAndCase) {
  expect_labels({"CONTRADICTION", "Neutral", "entailment"}, 2, 1, 0);
  expect_labels({"entailment", "neutral", "contradiction"}, 0, 1, 2);
  expect_labels({"SUPPORTS", "REFUTES", "NOT ENOUGH INFO"}, 0, 2, 1);
}

TEST(NliLabels, OfTwoWayModelsHaveNoContradiction) {
  expect_labels({"entailment", "not_entailment"}, 0, 1, std::nullopt);
  expect_labels({"Not-Entailment", "ENTAILMENT"}, 1, 0, std::nullopt);
}

TEST(NliLabels, OthersAreRefusedWithAHint) {
  using Labels = std::vector<std::string>;
  for (const Labels& labels : {Labels{"LABEL_0", "LABEL_1", "LABEL_2"}, Labels{},
                               Labels{"entailment", "neutral"}, Labels{"positive", "negative"},
                               Labels{"entailment", "neutral", "contradiction", "other"}}) {
    const auto found = find_nli_labels(labels, "c");
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(found.error().hint, HasSubstr("id2label"));
  }
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
  EXPECT_FALSE(config.error().hint.empty());
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
