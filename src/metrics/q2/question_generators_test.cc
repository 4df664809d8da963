#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "generation_goldens.h"
#include "metrics/q2/question_generator.h"
#include "test_files.h"
#include "unparsed_text.h"

namespace assay::q2 {
namespace {

using ::testing::HasSubstr;

// Models with random weights.
std::unique_ptr<QuestionGenerator> load(const std::string& file, const ModelOptions& options) {
  return load_question_generator(testing::generation_data(file).string(), options).value();
}

std::vector<Questions> ask_about(const QuestionGenerator& generator, const nlp::Doc& doc,
                                 const std::vector<Candidate>& candidates) {
  std::vector<QuestionRequest> requests;
  for (const Candidate& candidate : candidates) requests.push_back({&doc, &candidate});
  return generator.generate(requests, {}).value();
}

// Most of what the tiny Llama writes is not UTF-8.
TEST(TinyQuestionModel, AsksTheSameWhateverTheThreads) {
  const nlp::Doc doc = doc_of("the cat sat on a mat");
  std::vector<Candidate> candidates;
  for (const char* text : {"the cat", "a mat", "cat", "mat", "sat", "on"}) {
    candidates.push_back(phrase(text));
  }
  for (const char* file : {"tiny_t5.gguf", "tiny_llama.gguf"}) {
    const auto one = ask_about(*load(file, {.threads = 1}), doc, candidates);
    const auto three = ask_about(*load(file, {.threads = 3}), doc, candidates);
    std::size_t asked = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      ASSERT_TRUE(one.at(i) && three.at(i));
      ASSERT_EQ(one[i]->size(), three[i]->size());
      for (std::size_t q = 0; q < one[i]->size(); ++q) {
        EXPECT_EQ((*one[i])[q].text, (*three[i])[q].text);
      }
      asked += one[i]->size();
    }
    EXPECT_GT(asked, 0u) << file;
  }
}

TEST(TinyQuestionModel, ALongResponseFailsAlone) {
  const auto generator = load("tiny_t5.gguf", {.threads = 1});
  const nlp::Doc doc = doc_of("tea"), endless = doc_of(std::string(5000, 'x'));
  const Candidate tea = phrase("tea");
  const QuestionRequest requests[] = {{&endless, &tea}, {&doc, &tea}};
  const auto questions = generator->generate(requests, {}).value();
  ASSERT_FALSE(questions[0]);
  EXPECT_THAT(questions[0].error().message, HasSubstr("tokens, but at most"));
  EXPECT_TRUE(questions[1]);
}

TEST(TinyQuestionModel, AnInterruptEndsTheCall) {
  std::atomic<bool> interrupt{true};
  ModelOptions options;
  options.interrupt = &interrupt;
  const auto generator = load("tiny_t5.gguf", options);
  const nlp::Doc doc = doc_of("tea");
  const Candidate tea = phrase("tea");
  const QuestionRequest request{&doc, &tea};
  EXPECT_EQ(generator->generate({&request, 1}, {}).error().code, ErrorCode::kInterrupted);
}

TEST(QuestionGenerators, ThePathDecides) {
  EXPECT_EQ(load_question_generator("rules", {}).value()->fingerprint(), "rules");
  EXPECT_FALSE(load_question_generator("rules", {}).value()->stats());
  const auto model = load("tiny_t5.gguf", {});
  EXPECT_EQ(model->name(), "gguf");
  EXPECT_TRUE(model->stats());
}

TEST(QuestionGenerators, AnAdapterChangesTheModelOfAFile) {
  const std::string model = testing::generation_data("tiny_llama.gguf").string();
  const std::string adapter = testing::generation_data("tiny_lora.gguf").string();
  const auto plain = load_question_generator(model, {}).value();
  const auto changed = load_question_generator(model, {}, adapter).value();
  EXPECT_NE(changed->fingerprint(), plain->fingerprint());
  const nlp::Doc doc = doc_of("tea");
  const Candidate tea = phrase("tea");
  const QuestionRequest request{&doc, &tea};
  const auto asked = [&](const QuestionGenerator& generator) {
    std::vector<std::string> texts;
    const auto questions = generator.generate({&request, 1}, {}).value();
    for (const Question& question : questions.front().value()) texts.push_back(question.text);
    return texts;
  };
  EXPECT_NE(asked(*changed), asked(*plain));
}

TEST(QuestionGenerators, OnlyTheModelOfAFileTakesAnAdapter) {
  const std::vector<std::string> paths = {kRules, ASSAY_SOURCE_DIR "/tests/data"};
  for (const std::string& path : paths) {
    const auto refused = load_question_generator(path, {}, "adapter.gguf");
    EXPECT_EQ(refused.error().code, ErrorCode::kInvalidOption) << path;
  }
}

TEST(QuestionGenerators, WhatCannotBeLoadedIsNamed) {
  const TestFolder folder;
  const auto error_of = [](const std::string& path) {
    return load_question_generator(path, {}).error();
  };
  const std::string nowhere = folder.file("nowhere.gguf");
  EXPECT_EQ(error_of(nowhere).code, ErrorCode::kNotFound);
  EXPECT_EQ(error_of(nowhere).file, nowhere);
  EXPECT_EQ(error_of(folder.write("text.gguf", "no model")).code, ErrorCode::kCorrupt);
  const Error directory = error_of(folder.path().string());
  EXPECT_EQ(directory.code, ErrorCode::kNotFound);
  EXPECT_THAT(directory.to_string(), HasSubstr("config.json: cannot be opened"));
  // A model of another kind.
  const Error reader = error_of(ASSAY_SOURCE_DIR "/tests/data/encoders/bert_span");
  EXPECT_EQ(reader.code, ErrorCode::kUnsupported);
  EXPECT_THAT(reader.to_string(), HasSubstr("is no generator of questions"));
  folder.write("config.json",
               R"({"architectures": ["T5ForConditionalGeneration"], "model_type": "t5"})");
  const Error t5 = error_of(folder.path().string());
  EXPECT_EQ(t5.code, ErrorCode::kUnsupported);
  EXPECT_THAT(t5.to_string(), HasSubstr("`T5ForConditionalGeneration` is a language model"));
  EXPECT_THAT(t5.to_string(), HasSubstr("GGUF"));
}

}  // namespace
}  // namespace assay::q2
