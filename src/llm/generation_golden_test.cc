// Greedy and beam search against what Hugging Face transformers generates.

#include <gtest/gtest.h>

#include <map>

#include "assay/generate.h"
#include "generation_goldens.h"

namespace assay {
namespace {

using testing::GenerationGoldens;
using testing::GoldenCase;

// As transformers gives it: with the token that ended it.
std::vector<TokenId> whole(const Continuation& continuation, TokenId end) {
  std::vector<TokenId> tokens = continuation.tokens;
  if (continuation.stop == StopReason::kEnd) tokens.push_back(end);
  return tokens;
}

std::string described(const GoldenCase& golden) {
  return "prompt " + ::testing::PrintToString(golden.prompt) + ", options " +
         std::to_string(golden.options);
}

void expect_same(const Continuations& found, const GoldenCase& golden, TokenId end) {
  SCOPED_TRACE(described(golden));
  ASSERT_EQ(found.size(), golden.sequences.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(whole(found[i], end), golden.sequences[i]);
    if (!golden.scores.empty()) {
      const double allowed = 1e-4 + 1e-4 * std::abs(golden.scores[i]);
      EXPECT_NEAR(found[i].score, golden.scores[i], allowed);
    }
  }
}

void compare(const std::string& model, TokenId end) {
  const auto generator =
      Generator::load(testing::generation_data(model + ".gguf"), {.threads = 1}).value();
  const GenerationGoldens goldens = testing::read_generation_goldens(model);
  ASSERT_GE(goldens.cases.size(), 1500U);
  std::map<std::size_t, std::vector<const GoldenCase*>> by_options;
  for (const GoldenCase& golden : goldens.cases) by_options[golden.options].push_back(&golden);
  ASSERT_EQ(by_options.size(), goldens.options.size());
  for (const auto& [options, cases] : by_options) {
    std::vector<Prompt> prompts;
    for (const GoldenCase* golden : cases) prompts.push_back({"", golden->prompt});
    const auto results = generator->generate(prompts, goldens.options[options]);
    ASSERT_TRUE(results) << results.error().to_string();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      ASSERT_TRUE((*results)[i]) << (*results)[i].error().to_string();
      expect_same(*(*results)[i], *cases[i], end);
    }
  }
}

TEST(GenerationGolden, CausalModelGeneratesWhatTransformersDoes) {
  compare("tiny_llama", 2);
}

TEST(GenerationGolden, EncoderDecoderGeneratesWhatTransformersDoes) {
  compare("tiny_t5", 1);
}

}  // namespace
}  // namespace assay
