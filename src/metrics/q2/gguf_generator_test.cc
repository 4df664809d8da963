#include "metrics/q2/gguf_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "unparsed_text.h"

namespace assay::q2 {
namespace {

using ::testing::ElementsAre;

constexpr char kTea[] = "answer: tea  context: Ann likes tea.";
constexpr char kAnn[] = "answer: Ann  context: Ann likes tea.";

// Writes what the test wants, and remembers the prompts of every call.
struct Script {
  std::map<std::string, Result<std::vector<std::string>>> texts;
  std::vector<std::vector<std::string>> calls;
  GenerationOptions options;
  std::optional<Error> failure;
};

class ScriptedModel final : public Generator {
 public:
  explicit ScriptedModel(Script& script) : script_(script) {}

  Result<std::vector<Result<Continuations>>> generate(std::span<const Prompt> prompts,
                                                      const GenerationOptions& options,
                                                      const OnContinuations&) const override {
    if (script_.failure) return tl::unexpected(*script_.failure);
    script_.options = options;
    script_.calls.emplace_back();
    std::vector<Result<Continuations>> results;
    for (const Prompt& prompt : prompts) {
      script_.calls.back().push_back(prompt.text);
      const auto& texts = script_.texts.at(prompt.text);
      if (!texts) {
        results.emplace_back(tl::unexpected(texts.error()));
        continue;
      }
      Continuations written;
      for (const std::string& text : *texts) {
        Continuation& one = written.emplace_back();
        one.text = text;
        one.tokens = {1, 2, 3};
      }
      results.emplace_back(std::move(written));
    }
    return results;
  }
  Result<std::vector<Result<std::vector<ContinuationScore>>>> score(
      std::span<const ScoringTask>, const std::string&) const override {
    return fail(ErrorCode::kUnsupported, "not asked for");
  }
  Result<Prompt> chat_prompt(std::span<const ChatMessage>) const override {
    return fail(ErrorCode::kUnsupported, "not asked for");
  }
  Result<std::vector<TokenId>> tokenize(std::string_view, bool) const override {
    return fail(ErrorCode::kUnsupported, "not asked for");
  }
  std::string detokenize(std::span<const TokenId>) const override { return {}; }
  bool has_encoder() const override { return true; }
  const std::string& fingerprint() const override { return fingerprint_; }

 private:
  Script& script_;
  const std::string fingerprint_ = "model-1";
};

class GgufGeneratorTest : public ::testing::Test {
 protected:
  GgufGeneratorTest() {
    script_.texts[kTea] = {{"question: What does Ann like?", "question: Who likes tea?"}};
    script_.texts[kAnn] = {{"question: Who likes tea?"}};
  }

  std::unique_ptr<GgufGenerator> generator(ModelCache* cache = nullptr) {
    return std::make_unique<GgufGenerator>(std::make_unique<ScriptedModel>(script_), cache);
  }

  Result<std::vector<Questions>> ask(const GgufGenerator& generator,
                                     const std::vector<std::string>& phrases, int most = 5) {
    std::vector<Candidate> candidates;
    for (const std::string& text : phrases) candidates.push_back(phrase(text));
    std::vector<QuestionRequest> requests;
    for (const Candidate& candidate : candidates) requests.push_back({&doc_, &candidate});
    return generator.generate(requests, {.most = most, .style = {}});
  }

  static std::vector<std::string> texts(const Questions& questions) {
    std::vector<std::string> all;
    for (const Question& question : questions.value()) all.push_back(question.text);
    return all;
  }

  const nlp::Doc doc_ = doc_of("Ann likes tea.");
  Script script_;
};

TEST_F(GgufGeneratorTest, AllPhrasesAreAskedAboutTogetherInOrder) {
  const auto asker = generator();
  const auto questions = ask(*asker, {"tea", "Ann", "tea"}).value();
  EXPECT_THAT(script_.calls, ElementsAre(ElementsAre(kTea, kAnn)));
  ASSERT_EQ(questions.size(), 3u);
  EXPECT_THAT(texts(questions[0]), ElementsAre("What does Ann like?", "Who likes tea?"));
  EXPECT_THAT(texts(questions[1]), ElementsAre("Who likes tea?"));
  EXPECT_EQ(texts(questions[2]), texts(questions[0]));
  EXPECT_EQ(questions[0]->front().style, "generated");
  EXPECT_EQ(asker->stats()->inputs, 3u);
  EXPECT_EQ(asker->stats()->duplicates, 1u);
  EXPECT_EQ(asker->stats()->rows, 2u);
  EXPECT_EQ(asker->stats()->tokens, 9u);
}

TEST_F(GgufGeneratorTest, SearchesAsThePaperDoes) {
  (void)ask(*generator(), {"tea"}, 1);
  EXPECT_EQ(script_.options.beams, 5);
  EXPECT_EQ(script_.options.returned, 5);
  EXPECT_EQ(script_.options.no_repeat_ngram, 3);
  EXPECT_EQ(script_.options.max_tokens, 127);
  EXPECT_EQ(script_.options.early_stopping, EarlyStopping::kYes);
}

TEST_F(GgufGeneratorTest, AsksWithItsAdapter) {
  const GgufGenerator with(std::make_unique<ScriptedModel>(script_), nullptr, "questions");
  (void)ask(with, {"tea"});
  EXPECT_EQ(script_.options.adapter, "questions");
  (void)ask(*generator(), {"tea"});
  EXPECT_EQ(script_.options.adapter, "");
}

TEST_F(GgufGeneratorTest, WhatIsNoQuestionIsLeftOut) {
  script_.texts[kTea] = {{" question:What is it? ", "question: What is it?", "question: ", "",
                          "question: caf\xc3", "in question: why", "Why?"}};
  EXPECT_THAT(texts(ask(*generator(), {"tea"}).value().front()),
              ElementsAre("What is it?", "in question: why", "Why?"));
}

TEST_F(GgufGeneratorTest, GivesNoMoreThanWanted) {
  EXPECT_THAT(texts(ask(*generator(), {"tea"}, 1).value().front()),
              ElementsAre("What does Ann like?"));
}

TEST_F(GgufGeneratorTest, APromptThatDoesNotFitFailsAlone) {
  script_.texts[kAnn] = fail(ErrorCode::kInvalidInput, "the prompt has 600 tokens");
  const auto cache = make_memory_cache();
  const auto asker = generator(cache.get());
  for (int call = 0; call < 2; ++call) {
    const auto questions = ask(*asker, {"Ann", "tea"}).value();
    ASSERT_FALSE(questions[0]);
    EXPECT_EQ(questions[0].error().message, "the prompt has 600 tokens");
    EXPECT_TRUE(questions[1]);
  }
}

TEST_F(GgufGeneratorTest, AModelThatFailsEndsTheCall) {
  const auto asker = generator();
  script_.texts[kAnn] = fail(ErrorCode::kInternal, "out of memory");
  EXPECT_EQ(ask(*asker, {"Ann", "tea"}).error().message, "out of memory");
  script_.failure = fail(ErrorCode::kInterrupted, "interrupted").value();
  EXPECT_EQ(ask(*asker, {"tea"}).error().code, ErrorCode::kInterrupted);
  script_.failure.reset();
  EXPECT_TRUE(ask(*asker, {"tea"})) << "nothing of a failed call is remembered";
}

TEST_F(GgufGeneratorTest, TheLastCallIsRemembered) {
  const auto asker = generator();
  const auto first = ask(*asker, {"tea", "Ann"}).value();
  const auto again = ask(*asker, {"Ann", "tea"}, 1).value();
  EXPECT_EQ(script_.calls.size(), 1u);
  EXPECT_EQ(texts(again[0]), texts(first[1]));
  EXPECT_EQ(again[1]->front().text, "What does Ann like?");
}

TEST_F(GgufGeneratorTest, TheCacheIsReadAndWritten) {
  const auto cache = make_memory_cache();
  const auto first = ask(*generator(cache.get()), {"tea"}).value();
  const auto asker = generator(cache.get());
  const auto again = ask(*asker, {"tea", "Ann"}).value();
  EXPECT_THAT(script_.calls, ElementsAre(ElementsAre(kTea), ElementsAre(kAnn)));
  EXPECT_EQ(texts(again[0]), texts(first[0]));
  EXPECT_EQ(asker->stats()->cached, 1u);
  EXPECT_EQ(asker->stats()->rows, 1u);
}

// Whatever key it is asked for.
class DamagedCache final : public ModelCache {
 public:
  explicit DamagedCache(std::string value) : value_(std::move(value)) {}
  std::vector<std::optional<std::string>> get(std::span<const CacheKey> keys) override {
    return std::vector<std::optional<std::string>>(keys.size(), value_);
  }
  void put(std::span<const CacheKey>, std::span<const std::string>) override {}
  std::string warning() const override { return {}; }

 private:
  std::string value_;
};

TEST_F(GgufGeneratorTest, ADamagedCacheIsNotBelieved) {
  for (const char* value : {"", "{", "{}", "[1]", "3"}) {
    DamagedCache cache(value);
    EXPECT_THAT(texts(ask(*generator(&cache), {"Ann"}).value().front()),
                ElementsAre("Who likes tea?"))
        << value;
  }
}

TEST_F(GgufGeneratorTest, TheFingerprintNamesModelAndSettings) {
  EXPECT_EQ(generator()->fingerprint(),
            "model-1/answer-context/beams=5/no_repeat_ngram=3/max_tokens=127/early");
}

}  // namespace
}  // namespace assay::q2
