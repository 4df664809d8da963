#include "assay/token_embedder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

using ::testing::HasSubstr;

const std::string kFolder = ASSAY_SOURCE_DIR "/tests/data/encoders/bert_embed";

std::unique_ptr<TokenEmbedder> load(std::optional<int> layer = {}, ModelOptions options = {}) {
  options.threads = 1;
  return TokenEmbedder::load(kFolder, layer, options).value();
}

std::vector<TokenStates> states_of(const TokenEmbedder& tokens,
                                   const std::vector<std::string_view>& texts) {
  return tokens.embed(texts).value();
}

TEST(TokenEmbedder, GivesAStateForEveryToken) {
  const auto tokens = load();
  const TokenStates states = states_of(*tokens, {" the old bridge \n"}).at(0);
  ASSERT_GE(states.ids.size(), 3u);
  EXPECT_EQ(states.ids, tokens->token_ids("the old bridge").value());
  EXPECT_EQ(states.states.size(), states.ids.size() * tokens->dimension());
  EXPECT_TRUE(states.is_special.front());
  EXPECT_TRUE(states.is_special.back());
  EXPECT_EQ(std::count(states.is_special.begin(), states.is_special.end(), true), 2);
}

// Pooling is the mean over all tokens: the sentence's vector is that of their states.
TEST(TokenEmbedder, TheMeanOfTheLastLayerIsTheEmbeddingOfTheText) {
  const auto tokens = load();
  const auto sentences = Embedder::load(kFolder, {.threads = 1}).value();
  const std::string_view text = "the old bridge crosses a river";
  const auto vector = sentences->embed(std::span(&text, 1)).value().at(0);
  const TokenStates states = states_of(*tokens, {text}).at(0);
  const std::size_t dimension = tokens->dimension();
  std::vector<double> mean(dimension, 0.0);
  for (std::size_t i = 0; i < states.states.size(); ++i)
    mean[i % dimension] += static_cast<double>(states.states[i]);
  double squares = 0;
  for (const double value : mean) squares += value * value;
  for (std::size_t d = 0; d < dimension; ++d)
    EXPECT_NEAR(mean[d] / std::sqrt(squares), static_cast<double>(vector[d]), 1e-5);
}

TEST(TokenEmbedder, LayersAreCountedFromTheEmbeddings) {
  const auto last = load();
  ASSERT_TRUE(last->layer().has_value());
  const int layers = *last->layer();
  ASSERT_GE(layers, 2);
  const auto same = load(layers);
  const auto first = load(1);
  const auto embeddings = load(0);
  const std::vector<std::string_view> texts = {"old bridge old", "river"};
  const auto states = states_of(*last, texts);
  EXPECT_EQ(states_of(*same, texts)[0].states, states[0].states);
  EXPECT_NE(states_of(*first, texts)[0].states, states[0].states);
  EXPECT_NE(states_of(*embeddings, texts)[0].states, states_of(*first, texts)[0].states);
  EXPECT_EQ(first->layer(), 1);
  EXPECT_NE(first->fingerprint(), last->fingerprint());
}

TEST(TokenEmbedder, LayersThatAreNotThereAreRefused) {
  const auto missing = TokenEmbedder::load(kFolder, 99);
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code, ErrorCode::kInvalidOption);
  EXPECT_THAT(missing.error().message, HasSubstr("layer 99 is asked for"));
  EXPECT_EQ(TokenEmbedder::load(kFolder, -1).error().code, ErrorCode::kInvalidOption);
}

TEST(TokenEmbedder, StatesDoNotDependOnOtherTexts) {
  const auto tokens = load();
  const auto alone = states_of(*tokens, {"the old bridge"});
  const auto again = load();
  const auto together =
      states_of(*again, {"a river", "the old bridge crosses a quiet river", "", "the old bridge"});
  EXPECT_EQ(together[3].states, alone[0].states);
  EXPECT_EQ(together[2].ids.size(), 2u);
}

TEST(TokenEmbedder, ALongTextIsReadInWindowsAndKeepsEveryToken) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += i % 3 == 0 ? "bridge " : "river ";
  const auto tokens = load({}, {.max_length = 16, .window = 8, .stride = 4});
  TokenStates states = states_of(*tokens, {text}).at(0);
  std::vector<std::int32_t> wanted = load()->token_ids(text).value();
  EXPECT_EQ(states.states.size(), states.ids.size() * tokens->dimension());
  std::sort(states.ids.begin(), states.ids.end());
  std::sort(wanted.begin(), wanted.end());
  EXPECT_EQ(states.ids, wanted);
}

}  // namespace
}  // namespace assay
