// The span trainer on a tiny base: rows and windows, scores, and a whole run.

#include <gmock/gmock.h>

#include <atomic>

#include "assay/model.h"
#include "train/encoder/span_task.h"
#include "train/math/blas.h"
#include "train/train_fixture.h"

namespace assay::train {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kRows[] =
    R"({"context": "the old bridge crosses a river", "question": "crosses", "answer_text": "a river", "answer_start": 23}
{"context": "rain falls quietly on the river", "question": "falls", "answer_text": "rain", "answer_start": 0}
{"context": "the old bridge crosses a river", "question": "rain", "answer_text": "", "answer_start": -1}
{"context": "rain falls quietly on the river", "question": "the old", "answer_text": "", "answer_start": -1}
)";

class SpanRun : public RunTest {
 protected:
  void SetUp() override {
    RunTest::SetUp();
    use_single_threaded_blas();
    tokenizer_ = Tokenizer::load(base("bert_span") / "tokenizer.json").value();
    reading_ = {.max_length = 32, .stride = 4, .threads = 1};
  }
  Result<SpanRows> read(const std::string& text) const {
    SpanRows rows;
    if (auto read = read_spans(file(text), *tokenizer_, reading_, rows); !read) {
      return tl::unexpected(read.error());
    }
    return rows;
  }
  std::filesystem::path file(const std::string& text) const { return write("rows.jsonl", text); }
  std::string error_of(const std::string& text) const {
    const auto rows = read(text);
    return rows ? "no error" : rows.error().to_string();
  }

  std::shared_ptr<const Tokenizer> tokenizer_;
  SpanReading reading_;
};

TEST_F(SpanRun, FindsTheTokensOfTheAnswer) {
  const auto rows = read(kRows);
  ASSERT_TRUE(rows) << rows.error().to_string();
  // [CLS] crosses [SEP] the old bridge crosses a river [SEP]
  EXPECT_THAT(rows->first, ElementsAre(7, 3, 0, 0));
  EXPECT_THAT(rows->last, ElementsAre(8, 3, 0, 0));
}

TEST_F(SpanRun, CountsCodePoints) {
  const auto rows = read(
      "{\"context\": \"\xC3\xA9\xC3\xA9 the river\", \"question\": \"a\", "
      "\"answer_text\": \"river\", \"answer_start\": 7}");
  ASSERT_TRUE(rows) << rows.error().to_string();
  EXPECT_EQ(rows->first[0], rows->last[0]);
  EXPECT_EQ(rows->tokens.row(0).ids[static_cast<std::size_t>(rows->first[0])], 7);  // "river"
}

TEST_F(SpanRun, ReadsALongContextInWindows) {
  reading_.max_length = 12;
  reading_.stride = 3;
  std::string context;
  for (int i = 0; i < 20; ++i) context += "rain ";
  context += "on the river";
  const std::string row = R"({"context": ")" + context +
                          R"(", "question": "a", "answer_text": "the river", "answer_start": )" +
                          std::to_string(context.size() - 9) + "}";
  const auto rows = read(row);
  ASSERT_TRUE(rows) << rows.error().to_string();
  // The window with the answer, and one without.
  ASSERT_EQ(rows->size(), 2U);
  EXPECT_EQ(std::count(rows->last.begin(), rows->last.end(), 0), 1);
  reading_.null_windows = 100;
  EXPECT_GT(read(row)->size(), 3U);
  EXPECT_EQ(read(row)->tokens.length(0), 12U);
}

TEST_F(SpanRun, NamesWhatIsWrongWithARow) {
  EXPECT_THAT(error_of(R"({"context": "a", "answer_start": -1})"),
              HasSubstr("rows.jsonl:1: field `question`: is missing"));
  EXPECT_THAT(error_of(R"({"context": "a river", "question": "a", "answer_text": "river",)"
                       R"( "answer_start": 1})"),
              HasSubstr("field `answer_start`: answer_text does not stand there"));
  EXPECT_THAT(error_of(R"({"context": "a", "question": "a", "answer_text": "a",)"
                       R"( "answer_start": 99})"),
              HasSubstr("answer_text does not stand there"));
  EXPECT_THAT(error_of(R"({"context": "a", "question": "a", "answer_text": "a",)"
                       R"( "answer_start": "0"})"),
              HasSubstr("field `answer_start`: is not a whole number"));
}

TEST_F(SpanRun, AsksOfOtherContextsWhereAllIsAnswered) {
  SpanQuestions questions;
  const std::string answered(kRows,
                             std::string(kRows).find("{\"context\": \"the old bridge crosses "
                                                     "a river\", \"question\": \"rain\""));
  ASSERT_TRUE(read_questions(file(answered), *tokenizer_, reading_, questions));
  ASSERT_EQ(questions.questions.size(), 4U);
  EXPECT_EQ(questions.questions[2].context, questions.questions[1].context);
  EXPECT_EQ(questions.questions[2].answer, "");
  EXPECT_THAT(questions.sources.names, ElementsAre("rows", "rows, other context"));
}

TEST_F(SpanRun, LearnsATinySetByHeartAndResumes) {
  TrainOptions options;
  options.epochs = 120;
  options.batch = 4;
  options.shard = 2;
  options.learning_rate = 5e-3;
  options.threads = 2;
  options.quiet = true;
  EncoderOptions encoder;
  encoder.head = TrainedHead::kSpan;
  encoder.train_word_embeddings = true;
  const auto run = [&](const char* name, const std::atomic<bool>& stop) {
    auto parameters = load_encoder(base("bert_span"), encoder, {}, 1).value();
    SpanQuestions questions;
    EXPECT_TRUE(read_questions(file(kRows), *tokenizer_, reading_, questions));
    const auto task =
        make_span_task(read(kRows).value(), {{"same", questions}}, {base("bert_span"), {}});
    options.out = folder_ / name;
    return train(*task, parameters, options, {{"task", "span"}}, stop);
  };
  const std::atomic<bool> never{false};
  const std::atomic<bool> stop{true};
  ASSERT_EQ(run("whole", never).value(), Outcome::kFinished);
  const auto report = log_of(folder_ / "whole").back()["evaluation"]["same"];
  EXPECT_EQ(report["at_margin"]["exact"], 1.0);
  EXPECT_EQ(report["at_margin"]["refused"], 1.0);
  // What it learned is what the engine reads.
  const auto qa = QaModel::load(folder_ / "whole" / "last");
  ASSERT_TRUE(qa) << qa.error().to_string();
  const QuestionContext inputs[] = {{"falls", "rain falls quietly on the river"},
                                    {"the old", "rain falls quietly on the river"}};
  const auto answers = (*qa)->answer(inputs).value();
  ASSERT_TRUE(answers[0].answer);
  EXPECT_EQ(answers[0].answer->text, "rain");
  EXPECT_FALSE(answers[1].answer);
  ASSERT_EQ(run("pieces", stop).value(), Outcome::kInterrupted);
  options.resume = true;
  ASSERT_EQ(run("pieces", stop).value(), Outcome::kInterrupted);
  ASSERT_EQ(run("pieces", never).value(), Outcome::kFinished);
  EXPECT_EQ(log_of(folder_ / "whole"), log_of(folder_ / "pieces"));
  EXPECT_EQ(bytes_of(folder_ / "whole/last/model.safetensors"),
            bytes_of(folder_ / "pieces/last/model.safetensors"));
}

}  // namespace
}  // namespace assay::train
