// Whole runs of the pair trainer on a tiny base: it learns, it resumes, and it names bad rows.

#include <gmock/gmock.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <span>

#include "assay/model.h"
#include "train/encoder/pair_task.h"
#include "train/math/bf16_product.h"
#include "train/math/blas.h"
#include "train/train_fixture.h"

namespace assay::train {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const std::vector<std::string> kLabels = {"entailment", "neutral", "contradiction"};

constexpr char kRows[] =
    R"({"premise": "the old bridge", "hypothesis": "the bridge", "label": "entailment"}
{"premise": "rain falls on the river", "hypothesis": "rain falls", "label": "entailment"}
{"premise": "a river", "hypothesis": "the old river", "label": "neutral"}
{"premise": "the bridge crosses the river", "hypothesis": "rain falls", "label": "neutral"}
{"premise": "rain falls quietly", "hypothesis": "when the rain", "label": "contradiction"}
{"premise": "the old river", "hypothesis": "a bridge crosses", "label": "contradiction"}
{"premise": "a old old bridge", "hypothesis": "a bridge", "label": "entailment", "weight": 2}
{"premise": "when rain falls", "hypothesis": "quietly", "probabilities": [0, 0, 1]}
)";

class PairRun : public RunTest {
 protected:
  void SetUp() override {
    RunTest::SetUp();
    use_single_threaded_blas();
    tokenizer_ = Tokenizer::load(base("bert_classify") / "tokenizer.json").value();
    options_.epochs = 12;
    options_.batch = 4;
    options_.shard = 1;
    options_.learning_rate = 4e-3;
    options_.log_every = 3;
    options_.evaluate_every = 8;
    options_.threads = 2;
    options_.quiet = true;
  }

  Result<PairRows> read(const fs::path& file) const {
    PairRows rows;
    const PairReading reading = {kLabels, 32, 1};
    if (auto read = read_pairs(file, *tokenizer_, reading, rows); !read) {
      return tl::unexpected(read.error());
    }
    return rows;
  }

  // Reads `rows` that have a flaw; the error as the user sees it.
  std::string error_of(const std::string& rows) const {
    const auto read_rows = read(write("bad.jsonl", rows));
    return read_rows ? "no error" : read_rows.error().to_string();
  }

  Result<Outcome> run(const std::string& name, const std::atomic<bool>& stop,
                      const nlohmann::ordered_json& config = {{"task", "pair"}}) {
    EncoderOptions encoder;
    encoder.train_word_embeddings = true;
    encoder.precision = precision_;
    auto parameters = load_encoder(base("bert_classify"), encoder, kLabels, options_.seed);
    if (!parameters) return tl::unexpected(parameters.error());
    const PairRows rows = read(write("rows.jsonl", kRows)).value();
    const auto task = make_pair_task(rows, {{"same", rows}}, {0, {base("bert_classify"), {}}});
    options_.out = folder_ / name;
    return train(*task, *parameters, options_, config, stop);
  }

  std::string error_of_resuming(const std::string& name) {
    options_.resume = true;
    const auto resumed = run(name, never_);
    return resumed ? "no error" : resumed.error().to_string();
  }

  // `text` with `part`, which it must hold, replaced.
  static std::string with(std::string text, const std::string& part, const std::string& other) {
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos);
    return at == std::string::npos ? text : text.replace(at, part.size(), other);
  }

  std::shared_ptr<const Tokenizer> tokenizer_;
  TrainOptions options_;
  Precision precision_ = Precision::kF32;
  std::atomic<bool> never_{false};
};

TEST_F(PairRun, LearnsATinySetByHeart) {
  options_.epochs = 120;
  options_.evaluate_every = 0;
  ASSERT_EQ(run("run", never_).value(), Outcome::kFinished);
  const auto log = log_of(folder_ / "run");
  EXPECT_EQ(log.back()["evaluation"]["same"]["accuracy"], 1.0);
  EXPECT_LT(log.back()["evaluation"]["same"]["loss"], .05);
  // What it learned is what the engine reads.
  const auto nli = NliModel::load(folder_ / "run" / "last");
  ASSERT_TRUE(nli) << nli.error().to_string();
  const TextPair pairs[] = {{"rain falls on the river", "rain falls"},
                            {"the old river", "a bridge crosses"}};
  const auto scores = (*nli)->judge(pairs).value();
  EXPECT_GT(scores[0].entailment, .9);
  EXPECT_GT(scores[1].contradiction, .9);
}

TEST_F(PairRun, ThreadsDoNotChangeIt) {
  ASSERT_EQ(run("two", never_).value(), Outcome::kFinished);
  options_.threads = 1;
  ASSERT_EQ(run("one", never_).value(), Outcome::kFinished);
  EXPECT_EQ(log_of(folder_ / "one"), log_of(folder_ / "two"));
  EXPECT_EQ(bytes_of(folder_ / "one/last/model.safetensors"),
            bytes_of(folder_ / "two/last/model.safetensors"));
}

TEST_F(PairRun, ResumedRunEqualsAWholeOne) {
  ASSERT_EQ(run("whole", never_).value(), Outcome::kFinished);
  // With the flag set from the start every call makes one step.
  const std::atomic<bool> stop{true};
  std::size_t stops = 0;
  for (;; ++stops) {
    options_.resume = stops > 0;
    const auto outcome = run("pieces", stops % 5 == 4 ? never_ : stop);
    ASSERT_TRUE(outcome) << outcome.error().to_string();
    if (*outcome == Outcome::kFinished) break;
  }
  EXPECT_GE(stops, 4U);
  EXPECT_EQ(log_of(folder_ / "whole"), log_of(folder_ / "pieces"));
  for (const char* file : {"last/model.safetensors", "best/model.safetensors"}) {
    EXPECT_EQ(bytes_of(folder_ / "whole" / file), bytes_of(folder_ / "pieces" / file)) << file;
  }
}

TEST_F(PairRun, ResumedRunInBf16EqualsAWholeOne) {
  if (!processor_multiplies_bf16()) GTEST_SKIP() << "the processor has no AVX-512 BF16";
  options_.evaluate_every = 0;
  ASSERT_EQ(run("f32", never_).value(), Outcome::kFinished);
  precision_ = Precision::kBf16;
  ASSERT_EQ(run("whole", never_).value(), Outcome::kFinished);
  options_.threads = 1;
  const std::atomic<bool> stop{true};
  ASSERT_EQ(run("pieces", stop).value(), Outcome::kInterrupted);
  options_.resume = true;
  ASSERT_EQ(run("pieces", never_).value(), Outcome::kFinished);
  EXPECT_EQ(log_of(folder_ / "whole"), log_of(folder_ / "pieces"));
  const std::string whole = bytes_of(folder_ / "whole/last/model.safetensors");
  EXPECT_EQ(whole, bytes_of(folder_ / "pieces/last/model.safetensors"));
  EXPECT_NE(whole, bytes_of(folder_ / "f32/last/model.safetensors"));
}

TEST_F(PairRun, StopsEarlyWhenNothingGetsBetter) {
  options_.learning_rate = 1e-12;
  options_.patience = 2;
  EXPECT_EQ(run("run", never_).value(), Outcome::kStoppedEarly);
  const std::string log = bytes_of(folder_ / "run/log.jsonl");
  options_.resume = true;
  EXPECT_EQ(run("run", never_).value(), Outcome::kFinished);
  EXPECT_EQ(bytes_of(folder_ / "run/log.jsonl"), log);
}

TEST_F(PairRun, RefusesToResumeAnotherRun) {
  ASSERT_TRUE(run("run", never_, {{"seed", 1}, {"batch", 4}}));
  const auto again = run("run", never_, {{"seed", 1}, {"batch", 4}});
  EXPECT_EQ(again.error().code, ErrorCode::kConflict);
  options_.resume = true;
  const auto other = run("run", never_, {{"seed", 1}, {"batch", 8}});
  EXPECT_THAT(other.error().to_string(), HasSubstr("other values of: batch"));
}

TEST_F(PairRun, RefusesADamagedCheckpoint) {
  ASSERT_TRUE(run("run", never_));
  options_.resume = true;
  const fs::path file = folder_ / "run/checkpoint.bin";
  std::string bytes = bytes_of(file);
  bytes[bytes.size() - 3] = static_cast<char>(bytes[bytes.size() - 3] ^ 1);
  std::ofstream(file, std::ios::binary) << bytes;
  EXPECT_THAT(run("run", never_).error().to_string(), HasSubstr("its hash does not fit"));
  fs::resize_file(file, bytes.size() / 2);
  EXPECT_THAT(run("run", never_).error().to_string(), HasSubstr("cut short"));
}

std::vector<float> numbers_of(EncoderParameters& parameters, std::size_t place) {
  const std::span<float> values = parameters.set.values(parameters.set.all()[place]);
  return {values.begin(), values.end()};
}

TEST_F(PairRun, AClassifierOfTheBaseIsGoneOnWithInTheOrderOfTheLabels) {
  auto own = load_encoder(base("bert_classify"), {}, kLabels, 1).value();
  auto turned =
      load_encoder(base("bert_classify"), {}, {"contradiction", "entailment", "neutral"}, 1)
          .value();
  EXPECT_FALSE(own.has_new_head);
  EXPECT_FALSE(turned.has_new_head);
  for (const std::size_t place : {own.places.head_weight, own.places.head_bias}) {
    const std::vector<float> before = numbers_of(own, place);
    std::vector<float> expected = numbers_of(turned, place);
    ASSERT_EQ(expected.size(), before.size());
    // The first output of `turned` is the last one of the base.
    std::rotate(expected.begin(), expected.begin() + static_cast<long>(expected.size() / 3),
                expected.end());
    EXPECT_EQ(before, expected);
  }
}

TEST_F(PairRun, AClassifierOfOtherLabelsBeginsAnew) {
  EXPECT_TRUE(
      load_encoder(base("bert_classify"), {}, {"yes", "no", "maybe"}, 1).value().has_new_head);
  EXPECT_TRUE(load_encoder(base("bert_embed"), {}, kLabels, 1).value().has_new_head);
}

// Else the log would be filled up with zeros to the length that the checkpoint names.
TEST_F(PairRun, RefusesToResumeWithoutTheLogThatTheCheckpointCountsOn) {
  const std::atomic<bool> stop{true};
  for (std::size_t stops = 0; stops < 3; ++stops) {
    options_.resume = stops > 0;
    ASSERT_EQ(run("run", stop).value(), Outcome::kInterrupted);
  }
  const fs::path file = folder_ / "run/log.jsonl";
  const std::string log = bytes_of(file);
  ASSERT_FALSE(log.empty());
  fs::resize_file(file, log.size() - 1);
  EXPECT_THAT(error_of_resuming("run"), HasSubstr("log.jsonl: is missing, or shorter than"));
  EXPECT_EQ(fs::file_size(file), log.size() - 1);
  fs::remove(file);
  EXPECT_THAT(error_of_resuming("run"), HasSubstr("log.jsonl: is missing, or shorter than"));
  EXPECT_FALSE(fs::exists(file));
  std::ofstream(file, std::ios::binary) << log << "a line behind the checkpoint";
  EXPECT_EQ(error_of_resuming("run"), "no error");
}

TEST_F(PairRun, RefusesACheckpointOfImpossibleProgress) {
  const std::atomic<bool> stop{true};
  ASSERT_EQ(run("run", stop).value(), Outcome::kInterrupted);
  const fs::path file = folder_ / "run/checkpoint.bin";
  const std::string good = bytes_of(file);
  std::ofstream(file, std::ios::binary) << with(good, "\"log_bytes\":0", "\"log_bytes\":9999999");
  EXPECT_THAT(error_of_resuming("run"), HasSubstr("log.jsonl: is missing, or shorter than"));
  EXPECT_EQ(fs::file_size(folder_ / "run/log.jsonl"), 0U);
  std::ofstream(file, std::ios::binary) << with(good, "\"step\":1,", "\"step\":25,");
  EXPECT_THAT(error_of_resuming("run"), HasSubstr("is of a later step than the run has"));
}

TEST_F(PairRun, NamesWhatIsWrongWithARow) {
  const std::string good = R"({"premise": "a", "hypothesis": "b", "label": "neutral"})";
  EXPECT_THAT(error_of(good + "\n\nnonsense\n"), HasSubstr("bad.jsonl:3: not a JSON object"));
  EXPECT_THAT(error_of(R"({"premise": "a", "label": "neutral"})"),
              HasSubstr("bad.jsonl:1: field `hypothesis`: is missing"));
  EXPECT_THAT(error_of(R"({"premise": 7, "hypothesis": "b", "label": "neutral"})"),
              HasSubstr("field `premise`: is not a string"));
  EXPECT_THAT(error_of(R"({"premise": "a", "hypothesis": " ", "label": "neutral"})"),
              HasSubstr("field `hypothesis`: is empty"));
  EXPECT_THAT(error_of(R"({"premise": "a", "hypothesis": "b", "label": "maybe"})"),
              HasSubstr("`maybe` is none of the labels (they are entailment, neutral, "));
  EXPECT_THAT(error_of(R"({"premise": "a", "hypothesis": "b", "label": "neutral", )"
                       R"("probabilities": [0, 0, 1]})"),
              HasSubstr("field `probabilities`: stands beside `label`"));
  EXPECT_THAT(error_of(R"({"premise": "a", "hypothesis": "b", "probabilities": [0.5, 0.5]})"),
              HasSubstr("field `probabilities`: must be 3 numbers"));
  EXPECT_THAT(error_of(R"({"premise": "a", "hypothesis": "b", "label": "neutral", "weight": -1})"),
              HasSubstr("field `weight`: must be from 0 to 1e30"));
  EXPECT_THAT(error_of("{\"premise\": \"\xFF\"}"), HasSubstr("not valid UTF-8"));
}

TEST_F(PairRun, ReadsGzipAndRefusesACutStream) {
  const fs::path file = folder_ / "rows.jsonl.gz";
  const gzFile out = gzopen(file.c_str(), "wb");
  for (int i = 0; i < 2000; ++i) gzputs(out, kRows);
  gzclose(out);
  EXPECT_EQ(read(file).value().size(), 16000U);
  fs::resize_file(file, fs::file_size(file) / 2);
  EXPECT_EQ(read(file).error().code, ErrorCode::kCorrupt);
}

TEST_F(PairRun, CapsSources) {
  std::string text;
  for (int i = 0; i < 30; ++i) {
    text += R"({"premise": "a", "hypothesis": "b", "label": "neutral", "source": ")";
    text += i % 3 == 0 ? "x\"}\n" : "y\"}\n";
  }
  PairRows rows = read(write("rows.jsonl", text)).value();
  rows.keep(capped_rows(rows.sources, {8, {{"y", 5}}}, 1));
  const auto& of_row = rows.sources.of_row;
  EXPECT_EQ(std::count(of_row.begin(), of_row.end(), 0U), 8);
  EXPECT_EQ(std::count(of_row.begin(), of_row.end(), 1U), 5);
  EXPECT_EQ(rows.tokens.size(), 13U);
}

TEST_F(PairRun, TheLongerTextLosesItsEnd) {
  std::string longer;
  for (int i = 0; i < 60; ++i) longer += "river ";
  const auto rows = read(write("rows.jsonl", R"({"premise": ")" + longer +
                                                 R"(", "hypothesis": "a bridge", )"
                                                 R"("label": "neutral"})"));
  EXPECT_EQ(rows->tokens.length(0), 32U);
  EXPECT_EQ(rows->cut, 1U);
  const auto row = rows->tokens.row(0);
  EXPECT_EQ(row.ids[row.ids.size() - 2], 9);  // "bridge" is still there
}

}  // namespace
}  // namespace assay::train
