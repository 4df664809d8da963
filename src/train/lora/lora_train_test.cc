// The trainer of adapters on a tiny model: rows, and a whole run to what llama.cpp writes with it.

#include <gmock/gmock.h>

#include <atomic>

#include "assay/generate.h"
#include "train/lora/lora_fixture.h"
#include "train/lora/lora_task.h"
#include "train/math/blas.h"
#include "train/task.h"
#include "train/train_fixture.h"
#include "train/trainer.h"

namespace assay::train {
namespace {

using ::testing::HasSubstr;

const char* const kPrompts[] = {"Name a river.", "Name a hill.", "Which bird?", "How deep?"};
const char* const kAnswers[] = {"the Tay", "Arthur's Seat", "a wren", "two feet"};

std::string rows_text() {
  std::string text;
  for (std::size_t i = 0; i < 4; ++i) {
    text += nlohmann::json{{"prompt", kPrompts[i]}, {"answer", kAnswers[i]}}.dump() + "\n";
  }
  return text;
}

class LoraRun : public RunTest {
 protected:
  void SetUp() override {
    RunTest::SetUp();
    use_single_threaded_blas();
    model_ = llm::load_language_model(tiny_llama(), {}).value();
  }

  Result<LoraRows> read(const std::string& text) const {
    LoraRows rows;
    if (auto done = read_lora_rows(write("rows.jsonl", text), *model_, reading_, rows); !done) {
      return tl::unexpected(done.error());
    }
    return rows;
  }

  std::string error_of(const std::string& row) const {
    const auto rows = read(rows_text() + row + "\n");
    return rows ? "" : rows.error().to_string();
  }

  Result<Outcome> run(const std::string& name, const TrainOptions& options,
                      const std::atomic<bool>& stop) const {
    const LlamaBase base = tiny_base();
    LoraOptions lora_options;
    lora_options.rank = 16;
    lora_options.alpha = 16;
    LoraParameters lora = start_lora(base.config, lora_options, 1);
    const auto task = make_lora_task(base, lora, read(rows_text()).value(),
                                     {{"same", read(rows_text()).value()}}, AdapterType::kF32);
    TrainOptions own = options;
    own.out = folder_ / name;
    return train(*task, lora.set, own, {{"task", "lora"}}, stop);
  }

  // What llama.cpp writes with the adapter, greedily.
  void expect_answers(const std::filesystem::path& adapter) const;

  std::unique_ptr<llm::LanguageModel> model_;
  LoraReading reading_ = {.max_length = 100, .raw = false, .threads = 1};
};

TEST_F(LoraRun, LearnsTheAnswerAndItsEnd) {
  const auto rows = read(rows_text()).value();
  const auto generator = Generator::load(tiny_llama(), {.threads = 1}).value();
  const ChatMessage asked[] = {{"user", kPrompts[0]}};
  std::vector<TokenId> expected = generator->chat_prompt(asked)->tokens;
  const std::size_t prompt = expected.size();
  const auto answer = generator->tokenize(kAnswers[0], false).value();
  expected.insert(expected.end(), answer.begin(), answer.end());
  const auto row = rows.tokens.row(0);
  ASSERT_EQ(row.ids.size(), expected.size() + 1);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), row.ids.begin()));
  EXPECT_TRUE(model_->vocabulary.is_end(row.ids.back()));
  for (std::size_t i = 0; i < row.types.size(); ++i) EXPECT_EQ(row.types[i], i >= prompt) << i;
  const std::size_t chosen[] = {0};
  const PackedText text(rows.tokens, chosen);
  EXPECT_EQ(text.labels.size(), answer.size() + 1);
  EXPECT_EQ(text.places.front(), static_cast<std::int64_t>(prompt) - 1);
}

TEST_F(LoraRun, TakesConversationsAndRawPrompts) {
  const std::string talk =
      R"({"messages": [{"role": "user", "content": "Name a river."}], "answer": "the Tay"})";
  const auto rows = read(talk).value();
  const auto plain = read(rows_text()).value();
  const auto ids = rows.tokens.row(0).ids;
  EXPECT_TRUE(std::equal(ids.begin(), ids.end(), plain.tokens.row(0).ids.begin()));
  reading_.raw = true;
  const auto raw = read(rows_text()).value();
  const auto prompt = model_->vocabulary.tokenize(kPrompts[0], true, false).value();
  EXPECT_TRUE(std::equal(prompt.begin(), prompt.end(), raw.tokens.row(0).ids.begin()));
  EXPECT_LT(raw.tokens.length(0), plain.tokens.length(0));
  EXPECT_THAT(error_of(talk), HasSubstr("rows.jsonl:5: field `messages`: need the chat template"));
}

TEST_F(LoraRun, LeavesOutAndCountsWhatIsTooLong) {
  reading_.max_length = read(rows_text())->tokens.length(1) - 1;
  const auto rows = read(rows_text()).value();
  EXPECT_EQ(rows.too_long, 1U);
  EXPECT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows.origins.of_row.size(), 3U);
}

TEST_F(LoraRun, NamesTheRowThatIsWrong) {
  EXPECT_THAT(error_of(R"({"prompt": "a"})"),
              HasSubstr("rows.jsonl:5: field `answer`: is missing"));
  EXPECT_THAT(error_of(R"({"answer": "a"})"), HasSubstr("field `prompt`: is missing"));
  EXPECT_THAT(error_of(R"({"prompt": "a", "answer": 5})"),
              HasSubstr("field `answer`: is not a string"));
  EXPECT_THAT(error_of(R"({"prompt": "a", "answer": " "})"), HasSubstr("field `answer`: is empty"));
  EXPECT_THAT(error_of(R"({"prompt": "a", "answer": "b", "weight": -1})"),
              HasSubstr("field `weight`: must be from 0 to 1e30"));
  EXPECT_THAT(error_of("[1]"), HasSubstr("not a JSON object"));
}

void LoraRun::expect_answers(const std::filesystem::path& adapter) const {
  const auto generator =
      Generator::load(tiny_llama(), {.threads = 1, .adapters = {{"lora", adapter}}}).value();
  std::vector<Prompt> prompts;
  for (const char* prompt : kPrompts) {
    const ChatMessage asked[] = {{"user", prompt}};
    prompts.push_back(generator->chat_prompt(asked).value());
  }
  const auto written = generator->generate(prompts, {.max_tokens = 30, .adapter = "lora"}).value();
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(written[i]->front().tokens, generator->tokenize(kAnswers[i], false).value());
    EXPECT_THAT(written[i]->front().text, HasSubstr(kAnswers[i]));
    EXPECT_EQ(written[i]->front().stop, StopReason::kEnd);
  }
}

TEST_F(LoraRun, LearnsATinySetByHeartAndResumes) {
  TrainOptions options;
  options.epochs = 200;
  options.batch = 4;
  options.shard = 2;
  options.learning_rate = 1e-2;
  options.evaluate_every = 50;
  options.threads = 2;
  options.quiet = true;
  const std::atomic<bool> never{false};
  const std::atomic<bool> stop{true};
  ASSERT_EQ(run("whole", options, never).value(), Outcome::kFinished);
  const auto report = log_of(folder_ / "whole").back()["evaluation"]["same"];
  EXPECT_LT(report["perplexity"], 1.05);
  ASSERT_EQ(run("pieces", options, stop).value(), Outcome::kInterrupted);
  options.resume = true;
  options.threads = 1;
  ASSERT_EQ(run("pieces", options, stop).value(), Outcome::kInterrupted);
  ASSERT_EQ(run("pieces", options, never).value(), Outcome::kFinished);
  EXPECT_EQ(log_of(folder_ / "whole"), log_of(folder_ / "pieces"));
  const auto adapter = folder_ / "whole/last/adapter.gguf";
  EXPECT_EQ(bytes_of(adapter), bytes_of(folder_ / "pieces/last/adapter.gguf"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "whole/best/adapter.gguf"));
  expect_answers(adapter);
}

}  // namespace
}  // namespace assay::train
