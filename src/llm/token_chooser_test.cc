#include "llm/token_chooser.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include "generation_goldens.h"
#include "llm/language_model.h"
#include "llm/stop_strings.h"

namespace assay::llm {
namespace {

const Vocabulary& vocabulary() {
  static const auto model =
      load_language_model(testing::generation_data("tiny_llama.gguf"), {}).value();
  return model->vocabulary;
}

// Logits of everything that the vocabulary has: -20, but for some.
std::vector<float> logits_of(const std::map<TokenId, float>& given) {
  std::vector<float> logits(vocabulary().size(), -20);
  for (const auto& [token, logit] : given) logits[static_cast<std::size_t>(token)] = logit;
  return logits;
}

// How often each token comes among 4,000 draws.
std::map<TokenId, double> shares(const GenerationOptions& options,
                                 const std::vector<float>& logits) {
  auto chooser = TokenChooser::make(vocabulary(), options, {}, 0).value();
  std::map<TokenId, double> counted;
  for (int i = 0; i < 4000; ++i) counted[chooser.choose(logits).value().token] += 1.0 / 4000;
  return counted;
}

TEST(TokenChooser, DrawsByProbability) {
  const auto drawn =
      shares({.temperature = 1},
             logits_of({{70, std::log(6.F)}, {80, std::log(3.F)}, {90, std::log(1.F)}}));
  EXPECT_NEAR(drawn.at(70), 0.6, 0.03);
  EXPECT_NEAR(drawn.at(80), 0.3, 0.03);
  EXPECT_NEAR(drawn.at(90), 0.1, 0.02);
}

TEST(TokenChooser, TemperatureFlattensAndSharpens) {
  const auto logits = logits_of({{70, std::log(4.F)}, {80, std::log(1.F)}});
  EXPECT_NEAR(shares({.temperature = 2}, logits).at(70), 2.0 / 3, 0.03);
  EXPECT_NEAR(shares({.temperature = 0.5}, logits).at(70), 16.0 / 17, 0.02);
}

TEST(TokenChooser, TopKAndTopPCutTheTail) {
  const auto logits = logits_of(
      {{70, std::log(5.F)}, {80, std::log(3.F)}, {90, std::log(1.F)}, {91, std::log(1.F)}});
  EXPECT_EQ(shares({.temperature = 1, .top_k = 2}, logits).size(), 2U);
  const auto half = shares({.temperature = 1, .top_p = 0.75}, logits);
  EXPECT_EQ(half.size(), 2U);
  EXPECT_NEAR(half.at(70), 5.0 / 8, 0.03);
  // Of equals the smaller token stays.
  EXPECT_EQ(shares({.temperature = 1, .top_k = 3}, logits).count(91), 0U);
}

TEST(TokenChooser, SeedAndSampleDecide) {
  const std::vector<float> flat(vocabulary().size(), 0);
  const auto drawn = [&](std::uint64_t seed, int sample) {
    auto chooser =
        TokenChooser::make(vocabulary(), {.temperature = 1, .seed = seed}, {}, sample).value();
    std::vector<TokenId> tokens;
    for (int i = 0; i < 8; ++i) tokens.push_back(chooser.choose(flat).value().token);
    return tokens;
  };
  EXPECT_EQ(drawn(1, 0), drawn(1, 0));
  EXPECT_NE(drawn(1, 0), drawn(2, 0));
  EXPECT_NE(drawn(1, 0), drawn(1, 1));
}

TEST(TokenChooser, GrammarLeavesOnlyWhatItAllows) {
  const GenerationOptions options{.grammar = "root ::= \"yes\" | \"no\""};
  auto chooser = TokenChooser::make(vocabulary(), options, {}, 0).value();
  std::string text;
  const std::vector<float> flat(vocabulary().size(), 0);
  for (int i = 0; i < 4; ++i) {
    const TokenId token = chooser.choose(flat).value().token;
    if (vocabulary().is_end(token)) break;
    text += vocabulary().piece(token);
  }
  EXPECT_THAT(text, ::testing::AnyOf("yes", "no"));
  // The probability is the model's own: one of 300.
  EXPECT_NEAR(TokenChooser::make(vocabulary(), options, {}, 0)->choose(flat)->log_probability,
              -std::log(300), 1e-4);
}

TEST(TokenChooser, DamagedGrammarsAreRefused) {
  for (const char* grammar : {"root ::= (", "nothing", "leaf ::= \"a\"", "root ::= undefined"}) {
    const auto chooser = TokenChooser::make(vocabulary(), {.grammar = grammar}, {}, 0);
    ASSERT_FALSE(chooser) << grammar;
    EXPECT_EQ(chooser.error().field, "grammar");
  }
}

// llama.cpp keeps every way apart in which a text can go on: 2^40 of them here.
TEST(TokenChooser, GrammarsOfVeryManyWaysAreRefused) {
  std::string grammar = "root ::= n0 \"a\"\nn40 ::= \"b\"?\n";
  for (int i = 0; i < 40; ++i) {
    const std::string next = "n" + std::to_string(i + 1);
    grammar += "n" + std::to_string(i) + " ::= " + next + " " + next + "\n";
  }
  const auto chooser = TokenChooser::make(vocabulary(), {.grammar = grammar}, {}, 0);
  ASSERT_FALSE(chooser);
  EXPECT_EQ(chooser.error().field, "grammar");
  EXPECT_THAT(chooser.error().message, ::testing::HasSubstr("more than 10000 ways"));
}

// Every "a" may ask for a "b" or for a "c" at the end, so that it doubles the ways.
TEST(TokenChooser, WaysThatBecomeVeryManyEndTheText) {
  const GenerationOptions options{.grammar =
                                      "root ::= \"a\" root \"b\" | \"a\" root \"c\" | \"a\""};
  auto chooser = TokenChooser::make(vocabulary(), options, {}, 0).value();
  std::vector<float> logits(vocabulary().size(), 0);
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (vocabulary().piece(static_cast<TokenId>(i)) == "a") logits[i] = 9;
  }
  for (int i = 0; i < 100; ++i) {
    const auto choice = chooser.choose(logits);
    if (choice) continue;
    EXPECT_EQ(choice.error().code, ErrorCode::kInvalidInput);
    EXPECT_THAT(choice.error().message, ::testing::HasSubstr("more than 10000 ways"));
    return;
  }
  FAIL() << "it went on for 100 tokens";
}

TEST(StopStrings, AreFoundAcrossPieces) {
  StopStrings watch({"\n\n", "END"});
  EXPECT_FALSE(watch.add("a\n"));
  EXPECT_FALSE(watch.add("b E"));
  EXPECT_FALSE(watch.add("N"));
  EXPECT_TRUE(watch.add("D of it"));
  StopStrings none({});
  EXPECT_FALSE(none.add("END"));
  EXPECT_EQ(find_stop("one END two\n\n", {"\n\n", "END"}), 4U);
}

}  // namespace
}  // namespace assay::llm
