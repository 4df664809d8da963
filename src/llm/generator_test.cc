#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <fstream>

#include "assay/generate.h"
#include "generation_goldens.h"
#include "test_files.h"

namespace assay {
namespace {

std::unique_ptr<Generator> load(const std::string& model,
                                const GeneratorOptions& options = {.threads = 1}) {
  return Generator::load(testing::generation_data(model + ".gguf"), options).value();
}

Error load_error(const std::filesystem::path& file) {
  return Generator::load(file).error();
}

TEST(Generator, MissingAndDamagedFilesAreNamed) {
  EXPECT_EQ(load_error("no/such.gguf").code, ErrorCode::kNotFound);
  const TestFolder folder;
  const std::filesystem::path path = folder.file("cut.gguf");
  std::ifstream whole(testing::generation_data("tiny_llama.gguf"), std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(whole), {});
  for (const std::size_t kept : {0UL, 3UL, 100UL, 5000UL, bytes.size() / 2}) {
    std::ofstream(path, std::ios::binary) << bytes.substr(0, kept);
    const Error error = load_error(path);
    EXPECT_EQ(error.code, ErrorCode::kCorrupt) << kept;
    EXPECT_EQ(error.file, path.string());
    EXPECT_FALSE(error.message.empty());
  }
}

TEST(Generator, LlamaCppWritesNothingToTheTerminal) {
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  const auto generator = load("tiny_llama");
  ASSERT_TRUE(generator->generate(std::vector<Prompt>{{"abc", {}}}, {.max_tokens = 4}));
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

TEST(Generator, TextsGoToTokensAndBack) {
  const auto causal = load("tiny_llama");
  const auto tokens = causal->tokenize("abc \xc3\xa9").value();
  EXPECT_EQ(tokens.front(), 1);  // the beginning of a text
  EXPECT_EQ(causal->detokenize(tokens), " abc \xc3\xa9");
  EXPECT_NE(causal->tokenize("abc", false).value().front(), 1);
  const auto encoder = load("tiny_t5");
  EXPECT_EQ(encoder->tokenize("abc").value().back(), 1);  // the end of a text
  EXPECT_TRUE(encoder->has_encoder());
  EXPECT_FALSE(causal->has_encoder());
}

TEST(Generator, OnePromptFailsAlone) {
  for (const char* model : {"tiny_llama", "tiny_t5"}) {
    const auto generator = load(model, {.threads = 1, .context = 32});
    const std::vector<Prompt> prompts = {
        {"", {5, 6}}, {"", std::vector<TokenId>(40, 5)}, {"", {100000}}, {"", {-1}}};
    const auto results = generator->generate(prompts, {.max_tokens = 3});
    ASSERT_TRUE(results);
    EXPECT_TRUE((*results)[0]);
    for (const std::size_t i : {1U, 2U, 3U}) {
      ASSERT_FALSE((*results)[i]) << model << i;
      EXPECT_EQ((*results)[i].error().code, ErrorCode::kInvalidInput);
    }
    EXPECT_NE((*results)[1].error().message.find("40 tokens"), std::string::npos);
  }
}

TEST(Generator, ContinuationsEndWithTheContext) {
  const auto generator = load("tiny_llama", {.threads = 1, .context = 32});
  GenerationOptions options;
  options.max_tokens = 100;
  for (const int beams : {1, 3}) {
    options.beams = beams;
    // Of many prompts some would go on.
    std::vector<Prompt> prompts;
    for (TokenId token = 3; token < 60; ++token) {
      prompts.push_back({"", std::vector<TokenId>(20, token)});
    }
    const auto results = generator->generate(prompts, options).value();
    std::size_t longest = 0;
    for (const auto& result : results) {
      longest = std::max(longest, result.value().front().tokens.size());
    }
    EXPECT_EQ(longest, 12U);
  }
}

TEST(Generator, OptionsThatMakeNoSenseAreNamed) {
  const auto generator = load("tiny_llama");
  const auto refused = [&](const GenerationOptions& options) {
    const auto results = generator->generate(std::vector<Prompt>{{"a", {}}}, options);
    return results ? std::string() : results.error().field;
  };
  EXPECT_EQ(refused({.max_tokens = 0}), "max_tokens");
  EXPECT_EQ(refused({.beams = 0}), "beams");
  EXPECT_EQ(refused({.beams = 1000}), "beams");
  EXPECT_EQ(refused({.beams = 2, .returned = 3}), "returned");
  EXPECT_EQ(refused({.length_penalty = std::numeric_limits<double>::infinity()}), "length_penalty");
  EXPECT_EQ(refused({.no_repeat_ngram = -1}), "no_repeat_ngram");
  EXPECT_EQ(refused({.returned = 2}), "returned");
  EXPECT_EQ(refused({.temperature = -1}), "temperature");
  EXPECT_EQ(refused({.beams = 2, .temperature = 1}), "temperature");
  EXPECT_EQ(refused({.top_k = -1}), "top_k");
  EXPECT_EQ(refused({.top_p = std::nan("")}), "top_p");
  EXPECT_EQ(refused({.stops = {""}}), "stops");
  EXPECT_EQ(refused({.beams = 2, .stops = {"a"}}), "stops");
  EXPECT_EQ(refused({.beams = 2, .grammar = "root ::= \"a\""}), "grammar");
  EXPECT_EQ(refused({}), "");
}

TEST(Generator, InterruptEndsTheCall) {
  std::atomic<bool> interrupt{true};
  const auto generator = load("tiny_llama", {.threads = 1, .interrupt = &interrupt});
  const auto results = generator->generate(std::vector<Prompt>{{"a", {}}});
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().code, ErrorCode::kInterrupted);
}

std::vector<Prompt> prompts_of_all_lengths() {
  std::vector<Prompt> prompts;
  for (TokenId i = 0; i < 12; ++i) {
    prompts.push_back({"", std::vector<TokenId>(static_cast<std::size_t>(1 + 2 * i), 40 + 7 * i)});
  }
  return prompts;
}

void expect_same_bits(const Result<Continuations>& a, const Result<Continuations>& b) {
  ASSERT_TRUE(a && b);
  ASSERT_EQ(a->size(), b->size());
  for (std::size_t i = 0; i < a->size(); ++i) {
    EXPECT_EQ((*a)[i].tokens, (*b)[i].tokens);
    EXPECT_EQ((*a)[i].score, (*b)[i].score);
  }
}

TEST(Generator, ResultsDependOnThePromptAlone) {
  const std::vector<Prompt> prompts = prompts_of_all_lengths();
  const std::vector<Prompt> reversed(prompts.rbegin(), prompts.rend());
  for (const char* model : {"tiny_llama", "tiny_t5"}) {
    for (const int beams : {1, 4}) {
      const GenerationOptions options{.max_tokens = 12, .beams = beams, .returned = beams};
      const auto alone = load(model, {.threads = 1, .parallel = 1})->generate(prompts, options);
      const auto many = load(model, {.threads = 1, .parallel = 8})->generate(reversed, options);
      ASSERT_TRUE(alone && many);
      for (std::size_t i = 0; i < prompts.size(); ++i) {
        expect_same_bits((*alone)[i], (*many)[prompts.size() - 1 - i]);
      }
    }
  }
}

// Few steps: threads that wait for one another are slow where the machine is busy.
TEST(Generator, ResultsDoNotDependOnThreads) {
  const std::vector<Prompt> prompts(1, {"", std::vector<TokenId>(20, 77)});
  for (const char* model : {"tiny_llama", "tiny_t5"}) {
    const GenerationOptions options{.max_tokens = 2, .beams = 3, .returned = 3};
    const auto one = load(model, {.threads = 1})->generate(prompts, options);
    const auto two = load(model, {.threads = 2})->generate(prompts, options);
    ASSERT_TRUE(one && two);
    expect_same_bits(one->front(), two->front());
  }
}

}  // namespace
}  // namespace assay
