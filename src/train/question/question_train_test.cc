// The trainer of question generators on a tiny base: the network, rows, and a whole run.

#include <gmock/gmock.h>

#include <atomic>
#include <cmath>

#include "seq2seq/question_model.h"
#include "train/decoder_start.h"
#include "train/gradient_check.h"
#include "train/math/blas.h"
#include "train/question/decoder_network.h"
#include "train/question/question_task.h"
#include "train/random.h"
#include "train/train_fixture.h"
#include "train/trainer.h"

namespace assay::train {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::HasSubstr;
using ::testing::Pointwise;

constexpr char kRows[] =
    R"({"context": "the old bridge crosses a river", "question": "the rain falls on a river", "answer_text": "a river", "answer_start": 23}
{"context": "the old bridge crosses a river", "question": "the river crosses", "answer_text": "the old bridge", "answer_start": 0}
{"context": "rain falls quietly on the river", "question": "falls on the", "answer_text": "rain", "answer_start": 0}
{"context": "rain falls quietly on the river", "question": "the old", "answer_text": "", "answer_start": -1}
)";

class QuestionRun : public RunTest {
 protected:
  void SetUp() override {
    RunTest::SetUp();
    use_single_threaded_blas();
    tokenizer_ = Tokenizer::load(base("bert_span") / "tokenizer.json").value();
  }

  Result<QuestionRows> read(const std::string& text) const {
    QuestionRows rows;
    if (auto read = read_question_rows(write("rows.jsonl", text), *tokenizer_, reading_, rows);
        !read) {
      return tl::unexpected(read.error());
    }
    return rows;
  }

  static EncoderParameters parameters(std::size_t outputs = 0) {
    EncoderOptions options;
    options.head = TrainedHead::kGenerate;
    options.train_word_embeddings = true;
    options.decoder = {2, 12, outputs};
    return load_encoder(base("bert_span"), options, {}, 1).value();
  }

  // Of every token of the vocabulary as the first one of a question.
  double sum_over_vocabulary(std::size_t outputs) const;

  static std::vector<float> log_probabilities(EncoderParameters& parameters,
                                              const QuestionRows& rows,
                                              const std::vector<std::size_t>& chosen) {
    const Network network(parameters);
    const at::Tensor found = DecoderNetwork(network)
                                 .log_probabilities({rows.sources, chosen}, {rows.targets, chosen})
                                 .detach()
                                 .contiguous();
    return {found.data_ptr<float>(), found.data_ptr<float>() + found.numel()};
  }

  std::shared_ptr<const Tokenizer> tokenizer_;
  QuestionReading reading_ = {.max_length = 32, .max_question = 12, .threads = 1};
};

TEST_F(QuestionRun, MarksTheAnswerAndLeavesRowsWithoutOneOut) {
  const auto rows = read(kRows);
  ASSERT_TRUE(rows) << rows.error().to_string();
  EXPECT_EQ(rows->size(), 3U);
  EXPECT_EQ(rows->unanswered, 1U);
  // [CLS] the old bridge crosses a river [SEP]
  EXPECT_THAT(rows->sources.row(0).types, ElementsAre(0, 0, 0, 0, 0, 1, 1, 0));
  EXPECT_THAT(rows->sources.row(1).types, ElementsAre(0, 1, 1, 1, 0, 0, 0, 0));
  EXPECT_EQ(rows->targets.length(2), 5U);
}

TEST_F(QuestionRun, CutsAroundTheAnswerAndAtTheEndOfTheQuestion) {
  reading_ = {.max_length = 6, .max_question = 3, .threads = 1};
  const auto rows = read(kRows);
  ASSERT_TRUE(rows) << rows.error().to_string();
  // [CLS] bridge crosses a river [SEP]
  EXPECT_THAT(rows->sources.row(0).types, ElementsAre(0, 0, 0, 1, 1, 0));
  EXPECT_THAT(rows->sources.row(1).types, ElementsAre(0, 1, 1, 1, 0, 0));
  EXPECT_EQ(rows->targets.length(0), 4U);  // [CLS] the rain [SEP]: three are written
}

TEST_F(QuestionRun, NamesTheRowThatIsWrong) {
  const auto rows = read(std::string(kRows) + R"({"context": "a", "answer_start": -1})");
  ASSERT_FALSE(rows);
  EXPECT_THAT(rows.error().to_string(), HasSubstr("rows.jsonl:5: field `question`: is missing"));
}

TEST_F(QuestionRun, ProbabilitiesOfAllTokensAddUpToOne) {
  for (const std::size_t outputs : {0, 9}) {
    SCOPED_TRACE(outputs);
    EXPECT_NEAR(sum_over_vocabulary(outputs), 1, 1e-5);
  }
}

TEST_F(QuestionRun, WhatCannotBeWrittenCanBeCopied) {
  // "river" is token 7, and stands in the source; "quietly" is not, and does not.
  auto few = parameters(5);
  const auto rows = read(kRows).value();
  std::string changed = kRows;
  changed.replace(changed.find("the river crosses"), 17, "the quietly river");
  const auto found = log_probabilities(few, read(changed).value(), {1});
  EXPECT_LT(found[1], -40);
  EXPECT_GT(found[2], -20);
}

double QuestionRun::sum_over_vocabulary(std::size_t outputs) const {
  auto network_parameters = parameters(outputs);
  auto rows = read(kRows).value();
  QuestionRows all;
  std::vector<std::size_t> chosen;
  const auto source = rows.sources.row(0);
  const std::vector<std::uint32_t> ids(source.ids.begin(), source.ids.end());
  const std::vector<std::uint32_t> types(source.types.begin(), source.types.end());
  const auto first = static_cast<std::uint32_t>(rows.targets.row(0).ids[0]);
  for (std::uint32_t id = 0; id < network_parameters.config.vocab_size; ++id) {
    const std::uint32_t target[] = {first, id};
    const std::uint32_t target_types[] = {0, 0};
    all.sources.add(ids, types);
    all.targets.add(target, target_types);
    chosen.push_back(id);
  }
  double sum = 0;
  for (const float one : log_probabilities(network_parameters, all, chosen)) sum += std::exp(one);
  return sum;
}

TEST_F(QuestionRun, RowsDoNotSeeEachOtherNorWhatComesLater) {
  auto network_parameters = parameters();
  const auto rows = read(kRows).value();
  const auto together = log_probabilities(network_parameters, rows, {0, 1, 2});
  std::vector<float> apart;
  for (const std::size_t row : {0, 1, 2}) {
    const auto one = log_probabilities(network_parameters, rows, {row});
    apart.insert(apart.end(), one.begin(), one.end());
  }
  EXPECT_THAT(apart, Pointwise(FloatNear(1e-5F), together));
  // The same question with another end: what comes before is found as before.
  std::string changed = kRows;
  changed.replace(changed.find("on a river\""), 11, "on bridge\"");
  const auto other = log_probabilities(network_parameters, read(changed).value(), {0});
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(other[i], together[i], 1e-6) << i;
  EXPECT_GT(std::abs(other[4] - together[4]), 1e-4);
}

TEST_F(QuestionRun, GradientsEqualDifferences) {
  auto network_parameters = parameters();
  const auto rows = read(kRows).value();
  const std::vector<std::size_t> chosen = {0, 1, 2};
  const auto loss_of = [&](const Network& network) {
    return -DecoderNetwork(network)
                .log_probabilities({rows.sources, chosen}, {rows.targets, chosen})
                .sum();
  };
  const auto gradients = [&] {
    const Network network(network_parameters);
    return network.gradients(loss_of(network));
  }();
  const auto loss_at = [&] { return loss_of(Network(network_parameters)).item<double>(); };
  ASSERT_EQ(gradients.size(), network_parameters.set.all().size());
  expect_slopes(network_parameters.set, gradients, loss_at);
}

TEST_F(QuestionRun, ADecoderStartsFromLayersOfItsEncoder) {
  auto made = parameters();
  const auto values = [&](std::size_t place) {
    const auto all = made.set.values(made.set.all()[place]);
    return std::vector<float>(all.begin(), all.end());
  };
  const std::size_t size = made.config.hidden_size;
  EXPECT_EQ(values(made.decoder.layers.back().own.wide_weight),
            values(made.places.layers.back().wide_weight));
  const auto stacked = values(made.places.layers.back().qkv_weight);
  const std::vector<float> query(stacked.begin(),
                                 stacked.begin() + static_cast<std::ptrdiff_t>(size * size));
  EXPECT_EQ(values(made.decoder.layers.back().query_weight), query);
  EXPECT_EQ(values(made.decoder.transform_norm_weight), std::vector<float>(size, 1));
  auto again = parameters();
  EXPECT_EQ(made.set.trained(), again.set.trained());
}

TEST_F(QuestionRun, LearnsATinySetByHeartAndResumes) {
  TrainOptions options;
  options.epochs = 150;
  options.batch = 4;
  options.shard = 2;
  options.learning_rate = 5e-3;
  options.threads = 2;
  options.quiet = true;
  const auto run = [&](const char* name, const std::atomic<bool>& stop) {
    auto network_parameters = parameters();
    const auto task =
        make_question_task(read(kRows).value(), {{"same", read(kRows).value()}},
                           {base("bert_span"), {{"decoder_layers", 2}, {"decoder_positions", 12}}});
    options.out = folder_ / name;
    return train(*task, network_parameters, options, {{"task", "seq2seq"}}, stop);
  };
  const std::atomic<bool> never{false};
  const std::atomic<bool> stop{true};
  ASSERT_EQ(run("whole", never).value(), Outcome::kFinished);
  const auto report = log_of(folder_ / "whole").back()["evaluation"]["same"];
  EXPECT_LT(report["perplexity"], 1.02);
  EXPECT_EQ(report["tokens"], 7 + 4 + 4);
  ASSERT_EQ(run("pieces", stop).value(), Outcome::kInterrupted);
  options.resume = true;
  ASSERT_EQ(run("pieces", stop).value(), Outcome::kInterrupted);
  ASSERT_EQ(run("pieces", never).value(), Outcome::kFinished);
  EXPECT_EQ(log_of(folder_ / "whole"), log_of(folder_ / "pieces"));
  EXPECT_EQ(bytes_of(folder_ / "whole/last/model.safetensors"),
            bytes_of(folder_ / "pieces/last/model.safetensors"));
  // The engine writes what was learned, about each phrase its own question.
  const auto model = seq2seq::QuestionModel::load(folder_ / "whole/last");
  ASSERT_TRUE(model) << model.error().to_string();
  const seq2seq::AskedPhrase phrases[] = {{"the old bridge crosses a river", {23, 30}},
                                          {"the old bridge crosses a river", {0, 14}},
                                          {"rain falls quietly on the river", {0, 4}}};
  const auto asked = (*model)->ask(phrases, {3, 1});
  ASSERT_TRUE(asked) << asked.error().to_string();
  const char* questions[] = {"The rain falls on a river", "The river crosses", "Falls on the"};
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ((*asked)[i].size(), 1U);
    EXPECT_EQ((*asked)[i][0].text, questions[i]);
    EXPECT_GT((*asked)[i][0].score, -.1);
  }
  // What was saved is a base to go on from, decoder and all.
  EncoderOptions options_of_saved;
  options_of_saved.head = TrainedHead::kGenerate;
  options_of_saved.decoder = {2, 12};
  auto saved = load_encoder(folder_ / "whole/last", options_of_saved, {}, 1);
  ASSERT_TRUE(saved) << saved.error().to_string();
  const auto found = log_probabilities(*saved, read(kRows).value(), {0, 1, 2});
  for (const float one : found) EXPECT_GT(one, -.2);
}

TEST_F(QuestionRun, NeedsNoEvaluation) {
  TrainOptions options;
  options.epochs = 1;
  options.quiet = true;
  options.out = folder_ / "run";
  auto network_parameters = parameters();
  const auto task = make_question_task(read(kRows).value(), {}, {base("bert_span"), {}});
  ASSERT_EQ(train(*task, network_parameters, options, {}, std::atomic<bool>{false}).value(),
            Outcome::kFinished);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "run/last/config.json"));
}

}  // namespace
}  // namespace assay::train
