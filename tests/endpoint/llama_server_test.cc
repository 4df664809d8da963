// The endpoint against llama.cpp's own server: what it gets must be what the same model gives in
// process.

#include "llama_server.h"

#include <gmock/gmock.h>

#include <cmath>

#include "assay/endpoint.h"
#include "assay/generate.h"
#include "generation_goldens.h"
#include "text/utf8.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using testing::LlamaServer;

constexpr char kKeyVariable[] = "ASSAY_TEST_ENDPOINT_KEY";
constexpr char kKey[] = "sk-test";
constexpr int kLikeliest = 5;
constexpr double kNear = 1e-3;
const GenerationOptions kShort{.max_tokens = 2};
const GenerationOptions kLonger{.max_tokens = 4};

std::string model_file() {
  return testing::generation_data("tiny_llama.gguf").string();
}

class LlamaServerTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!LlamaServer::is_built()) return;
    setenv(kKeyVariable, kKey, 1);
    server_ = std::make_unique<LlamaServer>(
        model_file(), std::vector<std::string>{"--api-key", kKey, "--parallel", "2"});
    base_url_ = server_->base_url();
    generator_ = Generator::load(model_file(), {.threads = 1, .context = 128}).value();
  }
  static void TearDownTestSuite() {
    generator_.reset();
    server_.reset();
  }

  void SetUp() override {
    if (!LlamaServer::is_built()) {
      GTEST_SKIP() << "llama.cpp's server is not built: run tools/setup.sh test";
    }
    ASSERT_FALSE(base_url_.empty()) << server_->log();
  }

  static EndpointOptions options() {
    EndpointOptions options;
    options.base_url = base_url_;
    options.model = "tiny";
    options.key_variable = kKeyVariable;
    options.attempts = 200;  // it answers 503 until the model is loaded
    options.pause = options.longest_pause = 0.1;
    return options;
  }

  static std::unique_ptr<LlamaServer> server_;
  static std::string base_url_;
  static std::unique_ptr<Generator> generator_;
};

std::unique_ptr<LlamaServer> LlamaServerTest::server_;
std::string LlamaServerTest::base_url_;
std::unique_ptr<Generator> LlamaServerTest::generator_;

// The generator leaves out the blank before the first word of a SentencePiece model.
std::string without_blank(const std::string& text) {
  return text.starts_with(' ') ? text.substr(1) : text;
}

// The end token may be among the tokens, with an empty text.
void expect_same(const EndpointReply& reply, const Continuation& expected,
                 const ContinuationScore& score) {
  EXPECT_EQ(without_blank(reply.text), without_blank(expected.text));
  EXPECT_EQ(reply.stop, expected.stop);
  ASSERT_GE(reply.tokens.size(), score.of_each_token.size());
  ASSERT_LE(reply.tokens.size(), score.of_each_token.size() + 1);
  for (std::size_t i = 0; i < score.of_each_token.size(); ++i) {
    const ReplyToken& token = reply.tokens[i];
    EXPECT_NEAR(token.chosen.log_probability, score.of_each_token[i], kNear);
    ASSERT_EQ(token.likeliest.size(), static_cast<std::size_t>(kLikeliest));
    EXPECT_NEAR(token.likeliest.front().log_probability, score.of_each_token[i], kNear);
  }
  double sum = 0;
  for (const ReplyToken& token : reply.tokens) sum += token.chosen.log_probability;
  EXPECT_NEAR(sum, expected.log_probability, kNear);
}

// Compares greedy replies to prompts with what the generator gives; how many were compared. What is
// not UTF-8 cannot be said in JSON: the server then says something else.
std::size_t compare(const Generator& generator, const std::vector<Prompt>& prompts,
                    const std::vector<Result<EndpointReply>>& replies,
                    const GenerationOptions& options) {
  const auto expected = generator.generate(prompts, options).value();
  std::size_t compared = 0;
  for (std::size_t i = 0; i < prompts.size(); ++i) {
    const Continuation& continuation = expected[i]->front();
    if (continuation.tokens.empty() || text::find_utf8_flaw(continuation.text)) continue;
    EXPECT_TRUE(replies[i]) << replies[i].error().to_string();
    if (!replies[i]) continue;
    const std::vector<ScoringTask> task = {{prompts[i], {{"", continuation.tokens}}}};
    expect_same(*replies[i], continuation, generator.score(task)->front()->front());
    ++compared;
  }
  return compared;
}

TEST_F(LlamaServerTest, CompletesAsTheGeneratorDoes) {
  std::vector<Prompt> prompts;
  for (const auto& one : testing::read_generation_goldens("tiny_llama").cases) {
    if (one.options == 0 && prompts.size() < 100) prompts.push_back({"", one.prompt});
  }
  const auto replies =
      Endpoint::open(options()).value()->complete(prompts, kLonger, kLikeliest).value();
  EXPECT_GE(compare(*generator_, prompts, replies, kLonger), 10U);
}

// The tokens of a conversation of users, as the template of the tiny model says.
Prompt prompt_of(const Generator& generator, const Conversation& conversation) {
  constexpr TokenId kBeginning = 1;
  constexpr TokenId kUserMark = 298;
  constexpr TokenId kAssistantMark = 299;
  std::vector<TokenId> tokens = {kBeginning};
  const auto add = [&](TokenId mark, const std::string& text) {
    tokens.push_back(mark);
    const auto more = generator.tokenize(text, false).value();
    tokens.insert(tokens.end(), more.begin(), more.end());
  };
  for (const ChatMessage& message : conversation) {
    add(message.role == "user" ? kUserMark : kAssistantMark,
        "\n" + message.content + "<|endoftext|>\n");
  }
  add(kAssistantMark, "\n");
  return {"", tokens};
}

TEST_F(LlamaServerTest, ChatsAsTheGeneratorDoes) {
  std::vector<Conversation> conversations;
  std::vector<Prompt> prompts;
  for (int i = 0; i < 60; ++i) {
    Conversation conversation = {{"user", std::string(1, static_cast<char>(' ' + i))}};
    if (i % 2 == 1) {
      conversation.push_back({"assistant", "no"});
      conversation.push_back({"user", std::to_string(i)});
    }
    prompts.push_back(prompt_of(*generator_, conversation));
    conversations.push_back(std::move(conversation));
  }
  const auto replies =
      Endpoint::open(options()).value()->chat(conversations, kShort, kLikeliest).value();
  EXPECT_GE(compare(*generator_, prompts, replies, kShort), 5U);
}

TEST_F(LlamaServerTest, SamplesFollowTheSeed) {
  const std::vector<Prompt> prompt = {{"abc", {}}};
  const auto endpoint = Endpoint::open(options()).value();
  const auto sample = [&](std::uint64_t seed) {
    const auto replies =
        endpoint->complete(prompt, {.max_tokens = 6, .temperature = 3, .seed = seed}, kLikeliest);
    std::vector<double> probabilities;
    for (const auto& token : replies->front().value().tokens) {
      probabilities.push_back(token.chosen.log_probability);
    }
    return probabilities;
  };
  EXPECT_THAT(sample(1), ::testing::Pointwise(::testing::DoubleNear(kNear), sample(1)));
  EXPECT_NE(sample(1), sample(2));
}

TEST_F(LlamaServerTest, WhatItRefusesIsAnErrorOfTheRequest) {
  const std::vector<Prompt> prompts = {{"", std::vector<TokenId>(2000, 40)}, {"", {1, 40}}};
  const auto replies = Endpoint::open(options()).value()->complete(prompts, {.max_tokens = 2});
  ASSERT_TRUE(replies);
  ASSERT_FALSE((*replies)[0]);
  EXPECT_EQ((*replies)[0].error().code, ErrorCode::kInvalidInput);
  EXPECT_THAT((*replies)[0].error().message, HasSubstr("2000 tokens"));
  EXPECT_TRUE((*replies)[1]);
}

TEST_F(LlamaServerTest, AMissingKeyIsAnErrorThatSaysSo) {
  EndpointOptions keyless = options();
  keyless.key_variable.clear();
  const auto replies =
      Endpoint::open(keyless).value()->complete(std::vector<Prompt>{{"abc", {}}}).value();
  ASSERT_FALSE(replies.front());
  EXPECT_EQ(replies.front().error().code, ErrorCode::kInvalidOption);
  EXPECT_THAT(replies.front().error().message, HasSubstr("answered 401: "));
  EXPECT_THAT(replies.front().error().hint, HasSubstr("key_variable"));
}

TEST_F(LlamaServerTest, AWrongAddressIsNotFound) {
  EndpointOptions wrong = options();
  wrong.base_url += "/v2";
  const auto replies =
      Endpoint::open(wrong).value()->complete(std::vector<Prompt>{{"abc", {}}}).value();
  EXPECT_EQ(replies.front().error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay
