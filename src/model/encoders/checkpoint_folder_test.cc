// Folders as people have them: weights in halves and in several files, embedders with what
// sentence-transformers puts beside them, NLI and QA models end to end.

#include <gmock/gmock.h>

#include <cmath>

#include "assay/model.h"
#include "model/checkpoint.h"
#include "model/encoders/golden_encoder.h"

namespace assay::model {
namespace {

using nlohmann::json;
using ::testing::FloatNear;
using ::testing::HasSubstr;
using ::testing::Pointwise;

std::vector<std::vector<float>> run(const GoldenEncoder& golden) {
  auto folder = open_model_folder(golden.folder());
  EXPECT_TRUE(folder) << folder.error().to_string();
  if (golden.head() == Head::kEmbed) {
    EXPECT_TRUE(add_sentence_modules(*folder));
  }
  const auto engine = load_engine(*folder, golden.head(), {.threads = 1});
  EXPECT_TRUE(engine) << engine.error().to_string();
  EngineWork work;
  return (*engine)->run(golden.rows(), work).value();
}

TEST(Checkpoint, HalfPrecisionIsReadExactly) {
  GoldenEncoder golden("electra_classify");
  golden.write("model.safetensors", safetensors_of(golden.tensors, StoredAs::kBf16));
  const auto halves = run(golden);
  for (auto& [name, tensor] : golden.tensors) {
    for (float& value : tensor.values) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      bits &= 0xFFFF0000U;
      std::memcpy(&value, &bits, sizeof bits);
    }
  }
  golden.write("model.safetensors", safetensors_of(golden.tensors));
  EXPECT_EQ(halves, run(golden));
}

// The weights of a golden in two files and an index.
void split(const GoldenEncoder& golden) {
  GoldenTensors parts[2];
  json map;
  std::size_t count = 0;
  for (const auto& [name, tensor] : golden.tensors) {
    const std::size_t part = count++ % 2;
    parts[part][name] = tensor;
    map[name] = "model-0000" + std::to_string(part + 1) + "-of-00002.safetensors";
  }
  golden.write("model-00001-of-00002.safetensors", safetensors_of(parts[0]));
  golden.write("model-00002-of-00002.safetensors", safetensors_of(parts[1]));
  golden.write("model.safetensors.index.json", json{{"weight_map", map}}.dump());
  std::filesystem::remove(golden.folder() / "model.safetensors");
}

TEST(Checkpoint, WeightsMayLieInSeveralFiles) {
  const GoldenEncoder golden("bert_classify");
  const auto whole = run(golden);
  split(golden);
  EXPECT_EQ(run(golden), whole);
  const auto folder = open_model_folder(golden.folder()).value();
  EXPECT_THAT(folder.files, ::testing::Contains("model-00002-of-00002.safetensors"));
  std::filesystem::remove(golden.folder() / "model-00002-of-00002.safetensors");
  const auto missing = open_model_folder(golden.folder());
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().to_string(), HasSubstr("model-00002-of-00002.safetensors"));
  EXPECT_FALSE(missing.error().hint.empty());
}

TEST(Checkpoint, AnIndexNamesFilesBesideItOnly) {
  for (const char* map : {R"({"a":"../model.safetensors"})", R"({"a":"/etc/x.safetensors"})",
                          R"({"a":"model.bin"})", R"({"a":3})", "{}", "[]"}) {
    const auto names = parse_shard_index(R"({"weight_map":)" + std::string(map) + "}", "index");
    ASSERT_FALSE(names) << map;
    EXPECT_EQ(names.error().code, ErrorCode::kCorrupt);
    EXPECT_FALSE(names.error().hint.empty());
  }
}

TEST(Checkpoint, ATensorThatStandsTwiceIsRefused) {
  const GoldenEncoder golden("bert_classify");
  split(golden);
  golden.write("model-00002-of-00002.safetensors", safetensors_of(golden.tensors));
  EXPECT_THAT(Checkpoint::open(golden.folder() / "model.safetensors.index.json").error().message,
              HasSubstr("stands in two files"));
}

// An embedder in a folder of sentence-transformers.
class SentenceFolder : public ::testing::Test {
 protected:
  void modules(const std::vector<std::pair<std::string, std::string>>& types) const {
    json list = json::array();
    for (const auto& [type, path] : types) {
      list.push_back({{"type", "sentence_transformers.models." + type}, {"path", path}});
    }
    golden.write("modules.json", list.dump());
  }
  void pooling(const json& config) const { golden.write("1_Pooling/config.json", config.dump()); }
  Error error() const {
    const auto embedder = Embedder::load(golden.folder());
    if (embedder) {
      ADD_FAILURE() << "the folder is taken";
      return {};
    }
    EXPECT_FALSE(embedder.error().hint.empty()) << embedder.error().to_string();
    return embedder.error();
  }
  GoldenEncoder golden{"bert_embed"};
};

TEST_F(SentenceFolder, PoolsAndNormalisesAsItSays) {
  const auto mean = run(golden);
  modules({{"Transformer", ""}, {"Pooling", "1_Pooling"}, {"Normalize", "2_Normalize"}});
  pooling({{"pooling_mode_mean_tokens", true}, {"pooling_mode_mean_sqrt_len_tokens", true}});
  const auto both = run(golden);
  const auto rows = golden.rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double root = std::sqrt(static_cast<double>(rows[i].size()));
    double squares = 0;
    for (const float value : mean[i]) {
      squares += static_cast<double>(value) * value * (1 + root * root);
    }
    std::vector<float> wanted;
    for (const double factor : {1.0, root}) {
      for (const float value : mean[i]) {
        wanted.push_back(static_cast<float>(value * factor / std::sqrt(squares)));
      }
    }
    EXPECT_THAT(both[i], Pointwise(FloatNear(1e-5F), wanted));
  }
}

TEST_F(SentenceFolder, EqualsSentenceTransformers) {
  for (const auto& [mode, outputs] : golden.golden["poolings"].items()) {
    modules({{"Transformer", ""}, {"Pooling", "1_Pooling"}});
    pooling({{"pooling_mode_mean_tokens", mode == "mean_tokens"}, {"pooling_mode_" + mode, true}});
    const auto vectors = run(golden);
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      const std::vector<float> wanted = outputs[i];
      EXPECT_THAT(vectors[i], Pointwise(FloatNear(1e-4F), wanted)) << mode;
    }
  }
}

TEST_F(SentenceFolder, ADenseLayerFollows) {
  const auto mean = run(golden);
  modules({{"Transformer", ""}, {"Pooling", "1_Pooling"}, {"Dense", "2_Dense"}});
  pooling({{"pooling_mode_mean_tokens", true}});
  golden.write("2_Dense/config.json",
               R"({"in_features":32,"out_features":3,"bias":true,)"
               R"("activation_function":"torch.nn.modules.activation.Tanh"})");
  const GoldenTensors dense = {{"linear.weight", {{3, 32}, golden_values("w", {3, 32})}},
                               {"linear.bias", {{3}, {0.5F, -1, 0}}}};
  golden.write("2_Dense/model.safetensors", safetensors_of(dense));
  const auto vectors = run(golden);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    ASSERT_EQ(vectors[i].size(), 3U);
    for (std::size_t row = 0; row < 3; ++row) {
      double sum = dense.at("linear.bias").values[row];
      for (std::size_t k = 0; k < 32; ++k) {
        sum += static_cast<double>(dense.at("linear.weight").values[row * 32 + k]) * mean[i][k];
      }
      EXPECT_NEAR(vectors[i][row], std::tanh(sum), 1e-5);
    }
  }
  const auto embedder = Embedder::load(golden.folder()).value();
  EXPECT_EQ(embedder->dimension(), 3U);
  const std::string_view texts[] = {"w5 w6"};
  EXPECT_EQ(embedder->embed(texts).value()[0].size(), 3U);
  golden.write("2_Dense/config.json", R"({"in_features":31,"out_features":3})");
  EXPECT_EQ(error().field, "in_features");
  std::filesystem::remove(golden.folder() / "2_Dense/model.safetensors");
  golden.write("2_Dense/config.json", R"({"in_features":32,"out_features":3})");
  EXPECT_EQ(error().code, ErrorCode::kNotFound);
}

TEST_F(SentenceFolder, WhatItCannotDoIsNamed) {
  modules({{"Transformer", ""}, {"WordWeights", "1_Weights"}});
  EXPECT_EQ(error().field, "[1].type");
  modules({{"Transformer", "0_Transformer"}});
  EXPECT_EQ(error().field, "[0].path");
  modules({{"Transformer", ""}, {"Pooling", "../other"}});
  EXPECT_EQ(error().field, "[1].path");
  modules({{"Transformer", ""}, {"Pooling", "1_Pooling"}});
  EXPECT_EQ(error().code, ErrorCode::kNotFound);
  pooling({{"pooling_mode", "attention"}});
  EXPECT_EQ(error().field, "pooling_mode");
  pooling(json::object());
  EXPECT_EQ(error().code, ErrorCode::kCorrupt);
  pooling({{"pooling_mode", "cls"}});
  golden.write("sentence_bert_config.json", R"({"do_lower_case":true})");
  EXPECT_EQ(error().field, "do_lower_case");
  golden.write("sentence_bert_config.json", R"({"max_seq_length":8})");
  golden.write("config_sentence_transformers.json", R"({"default_prompt_name":"query"})");
  EXPECT_EQ(error().field, "default_prompt_name");
  golden.write("config_sentence_transformers.json", "{}");
  EXPECT_TRUE(Embedder::load(golden.folder()));
}

TEST_F(SentenceFolder, TheMostTokensAreTheLeastThatAnyFileSays) {
  auto folder = open_model_folder(golden.folder()).value();
  EXPECT_EQ(folder.max_length, 40U);
  golden.write("tokenizer_config.json", R"({"model_max_length":1000000000000000019884624838656})");
  EXPECT_EQ(open_model_folder(golden.folder())->max_length, 40U);
  golden.write("tokenizer_config.json", R"({"model_max_length":24})");
  modules({{"Transformer", ""}});
  golden.write("sentence_bert_config.json", R"({"max_seq_length":16})");
  folder = open_model_folder(golden.folder()).value();
  EXPECT_EQ(folder.max_length, 24U);
  const std::string before = folder.fingerprint;
  ASSERT_TRUE(add_sentence_modules(folder));
  EXPECT_EQ(folder.max_length, 16U);
  EXPECT_NE(folder.fingerprint, before);
}

// Long premises and contexts go through windows in every family, with and without types of tokens.
class WholeModels : public ::testing::TestWithParam<const char*> {};

std::string words(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "w" + std::to_string(5 + i * 7 % 90) + " ";
  return text;
}

TEST_P(WholeModels, JudgeAndAnswerLongTexts) {
  const std::string family = GetParam();
  const GoldenEncoder classifier(family + "_classify");
  const auto nli = NliModel::load(classifier.folder());
  ASSERT_TRUE(nli) << nli.error().to_string();
  const std::string text = words(200);
  const TextPair pairs[] = {{text, "w5 w12 w19"}, {"w5 w6", "w7"}};
  const auto scores = (*nli)->judge(pairs).value();
  EXPECT_GT(scores[0].windows, 5);
  for (const NliScores& score : scores) {
    EXPECT_NEAR(score.entailment + score.neutral + score.contradiction, 1, 1e-9);
    EXPECT_GT(score.contradiction, 0);
  }
  const GoldenEncoder reader(family + "_span");
  const auto qa = QaModel::load(reader.folder());
  ASSERT_TRUE(qa) << qa.error().to_string();
  const QuestionContext inputs[] = {{"w5 w6 w7", text}};
  const auto answers = (*qa)->answer(inputs).value();
  EXPECT_GT(answers[0].windows, 5);
  EXPECT_FALSE(answers[0].truncated);
  if (answers[0].answer) {
    EXPECT_EQ(text.substr(answers[0].answer->byte_start, answers[0].answer->text.size()),
              answers[0].answer->text);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, WholeModels,
                         ::testing::Values("bert", "roberta", "distilbert", "electra", "albert",
                                           "deberta", "modernbert"));

TEST(TwoWayModel, HasNoContradiction) {
  GoldenEncoder golden("roberta_classify");
  golden.golden["config"]["id2label"] = {{"0", "not_entailment"}, {"1", "entailment"}};
  golden.write("config.json", golden.golden["config"].dump());
  golden.tensors["classifier.out_proj.weight"] = {{2, 32}, golden_values("w", {2, 32})};
  golden.tensors["classifier.out_proj.bias"] = {{2}, {0, 0}};
  golden.write("model.safetensors", safetensors_of(golden.tensors));
  const auto nli = NliModel::load(golden.folder());
  ASSERT_TRUE(nli) << nli.error().to_string();
  const TextPair pairs[] = {{"w5 w6", "w7"}};
  const NliScores scores = (*nli)->judge(pairs).value()[0];
  EXPECT_NEAR(scores.entailment + scores.neutral, 1, 1e-9);
  EXPECT_EQ(scores.contradiction, 0);
}

TEST(TokenTypes, BeyondTheTableAreRefused) {
  const GoldenEncoder golden("bert_classify");
  const auto folder = open_model_folder(golden.folder()).value();
  const auto engine = load_engine(folder, Head::kClassify, {}).value();
  EngineWork work;
  const Row rows[] = {{{2, 5, 3}, {0, 0, 2}}};
  const auto outputs = engine->run(rows, work);
  ASSERT_FALSE(outputs);
  EXPECT_THAT(outputs.error().message, HasSubstr("token type id 2 is outside"));
}

}  // namespace
}  // namespace assay::model
