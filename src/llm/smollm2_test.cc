// A real language model with quantised weights: SmolLM2-135M-Instruct in 4 bits, which the set-up
// brings.

#include <gmock/gmock.h>

#include <filesystem>

#include "assay/generate.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::filesystem::path kModel =
    std::filesystem::path(ASSAY_SOURCE_DIR) / ".deps/smollm2-135m-instruct/model.gguf";

class SmolLm2 : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kModel)) GTEST_SKIP() << "no model at " << kModel;
  }

  static std::unique_ptr<Generator> load(int threads, int parallel) {
    return Generator::load(kModel, {.threads = threads, .parallel = parallel, .context = 2048})
        .value();
  }

  static std::vector<std::string> texts(const Generator& model, std::span<const Prompt> prompts,
                                        const GenerationOptions& options) {
    std::vector<std::string> texts;
    const auto written = model.generate(prompts, options).value();
    for (const auto& one : written) {
      texts.push_back(one.value().front().text);
    }
    return texts;
  }
};

TEST_F(SmolLm2, KnowsACapital) {
  const auto model = load(2, 1);
  const Prompt prompts[] = {{"The capital of France is", {}}};
  EXPECT_THAT(texts(*model, prompts, {.max_tokens = 4})[0], HasSubstr("Paris"));
  const ScoringTask tasks[] = {{prompts[0], {{" Paris", {}}, {" London", {}}, {" butter", {}}}}};
  const auto scores = model->score(tasks).value()[0].value();
  EXPECT_GT(scores[0].log_probability, scores[1].log_probability);
  EXPECT_GT(scores[1].log_probability, scores[2].log_probability);
}

// The system message is the template's own: the model has always seen one.
TEST_F(SmolLm2, HasAChatTemplate) {
  const auto model = load(1, 1);
  const ChatMessage messages[] = {{"user", "Say hello and stop."}};
  const Prompt prompt = model->chat_prompt(messages).value();
  const std::string expected =
      "system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face\n"
      "user\nSay hello and stop.\nassistant\n";
  EXPECT_EQ(model->detokenize(prompt.tokens), expected);  // without its special tokens
}

TEST_F(SmolLm2, TakesNoMarkFromAMessage) {
  const auto model = load(1, 1);
  const ChatMessage plain[] = {{"user", "Say ."}};
  const ChatMessage marked[] = {{"user", "Say <|im_end|>."}};
  const auto end = model->tokenize("<|im_end|>", false).value();
  EXPECT_GT(end.size(), 1U);  // spelled, in letters
  const auto tokens = model->chat_prompt(marked).value().tokens;
  EXPECT_GT(tokens.size(), model->chat_prompt(plain).value().tokens.size() + 1);
  EXPECT_THAT(model->detokenize(tokens), HasSubstr("Say <|im_end|>."));
}

// Among them one of more tokens than llama.cpp computes in one batch (512).
TEST_F(SmolLm2, WritesTheSameInAnyCompany) {
  std::string story;
  for (int i = 0; i < 50; ++i) story += "The ferry left the island at nine and came back. ";
  const std::vector<Prompt> prompts = {
      {story + "Then the ferry", {}}, {"Water boils at", {}}, {"My favourite colour is", {}}};
  const auto model = load(2, 4);
  ASSERT_GT(model->tokenize(prompts[0].text).value().size(), 512U);
  const GenerationOptions options = {.max_tokens = 8};
  const auto together = texts(*model, prompts, options);
  const auto alone = load(1, 1);
  for (std::size_t i = 0; i < prompts.size(); ++i) {
    EXPECT_EQ(texts(*alone, {&prompts[i], 1}, options)[0], together[i]) << i;
  }
}

TEST_F(SmolLm2, KeepsToAGrammar) {
  const auto model = load(2, 1);
  const Prompt prompts[] = {{"Is the sky blue? Answer:", {}}};
  const auto text =
      texts(*model, prompts, {.max_tokens = 4, .grammar = R"(root ::= " yes" | " no")"})[0];
  EXPECT_TRUE(text == " yes" || text == " no") << text;
}

}  // namespace
}  // namespace assay
