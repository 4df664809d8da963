// The engine of question generators on a tiny model that was trained on three questions
// (tests/data/README.md).

#include "seq2seq/question_model.h"

#include <gmock/gmock.h>

#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>

#include "model/int8_products.h"
#include "seq2seq/byte_export.h"
#include "seq2seq/true_case.h"
#include "test_files.h"

namespace assay::seq2seq {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const fs::path kFolder = fs::path(ASSAY_SOURCE_DIR) / "tests" / "data" / "question_generator";
constexpr char kBridge[] = "The old bridge crosses a river.";
constexpr char kRain[] = "Rain falls quietly on the river.";

class Questions : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!model::can_multiply_int8()) GTEST_SKIP() << "the processor has no AVX2 and FMA";
    fs::copy(kFolder, folder_, fs::copy_options::recursive);
  }

  std::vector<AskedPhrase> phrases() const {
    return {{kBridge, {23, 30}}, {kBridge, {0, 14}}, {kRain, {0, 4}}, {kRain, {26, 31}}};
  }

  static std::vector<std::string> lines(const std::vector<std::vector<AskedQuestion>>& asked) {
    std::vector<std::string> lines;
    for (const auto& of_phrase : asked) {
      std::string line;
      for (const AskedQuestion& one : of_phrase) {
        line += one.text + "|" + std::to_string(one.score) + "|";
      }
      lines.push_back(line);
    }
    return lines;
  }

  std::string error() const {
    const auto loaded = QuestionModel::load(folder_);
    return loaded ? "no error" : loaded.error().to_string();
  }

  void edit_config(const std::string& field, const nlohmann::json& value) const {
    std::ifstream in(folder_ / "config.json");
    auto config = nlohmann::json::parse(in);
    config[field] = value;
    std::ofstream(folder_ / "config.json") << config.dump();
  }

  TestFolder temporary_;
  fs::path folder_ = temporary_.path() / "model";
};

TEST_F(Questions, AsksWhatItLearned) {
  const auto model = QuestionModel::load(folder_);
  ASSERT_TRUE(model) << model.error().to_string();
  const auto asked = (*model)->ask(phrases(), {4, 2}).value();
  EXPECT_EQ(asked[0][0].text, "The rain falls on a river");
  EXPECT_EQ(asked[1][0].text, "The river crosses");
  EXPECT_EQ(asked[2][0].text, "Falls on the");
  for (const auto& of_phrase : asked) {
    ASSERT_EQ(of_phrase.size(), 2U);
    EXPECT_GE(of_phrase[0].score, of_phrase[1].score);
    EXPECT_LE(of_phrase[0].score, 0);
  }
  EXPECT_THAT((*model)->fingerprint(), StartsWith("question-generator:"));
}

TEST_F(Questions, DependOnTheirPhraseAlone) {
  const auto one = QuestionModel::load(folder_, {.threads = 1}).value();
  const auto two = QuestionModel::load(folder_, {.threads = 2}).value();
  std::vector<AskedPhrase> many;
  for (int i = 0; i < 5; ++i) {
    for (const AskedPhrase& phrase : phrases()) many.push_back(phrase);
  }
  const auto together = lines(one->ask(many, {5, 5}).value());
  EXPECT_EQ(lines(two->ask(many, {5, 5}).value()), together);
  for (std::size_t i = 0; i < 4; ++i) {
    const AskedPhrase alone[] = {many[i]};
    EXPECT_EQ(lines(one->ask(alone, {5, 5}).value())[0], together[i]);
    EXPECT_EQ(together[i + 16], together[i]);
  }
}

TEST_F(Questions, MoreBeamsFindNothingLessLikely) {
  const auto model = QuestionModel::load(folder_).value();
  const auto greedy = model->ask(phrases(), {1, 1}).value();
  const auto wide = model->ask(phrases(), {8, 1}).value();
  for (std::size_t i = 0; i < greedy.size(); ++i) {
    EXPECT_GE(wide[i][0].score, greedy[i][0].score - 1e-6) << i;
  }
}

TEST_F(Questions, AreTheSameInBytes) {
  const fs::path out = temporary_.path() / "bytes";
  const auto opened = model::open_model_folder(folder_).value();
  const auto exported = export_bytes(opened, out);
  ASSERT_TRUE(exported) << exported.error().to_string();
  EXPECT_THAT(read_bytes(out / "model.safetensors"), HasSubstr(R"("dtype":"I8")"));
  const auto floats = QuestionModel::load(folder_).value();
  const auto bytes = QuestionModel::load(out);
  ASSERT_TRUE(bytes) << bytes.error().to_string();
  EXPECT_EQ(lines((*bytes)->ask(phrases(), {5, 5}).value()),
            lines(floats->ask(phrases(), {5, 5}).value()));
  EXPECT_NE((*bytes)->fingerprint(), floats->fingerprint());
  // Once more changes nothing.
  const fs::path again = temporary_.path() / "again";
  ASSERT_TRUE(export_bytes(model::open_model_folder(out).value(), again));
  EXPECT_EQ(read_bytes(again / "model.safetensors"), read_bytes(out / "model.safetensors"));
  EXPECT_THAT(export_bytes(opened, folder_).error().to_string(), HasSubstr("into its own folder"));
}

TEST_F(Questions, NoPhraseNoQuestion) {
  const auto model = QuestionModel::load(folder_).value();
  const AskedPhrase blank[] = {{"the  river", {3, 5}}, {"", {0, 0}}, {kRain, {0, 4}}};
  const auto asked = model->ask(blank, {}).value();
  EXPECT_TRUE(asked[0].empty());
  EXPECT_TRUE(asked[1].empty());
  EXPECT_EQ(asked[2].size(), 5U);
  EXPECT_TRUE(model->ask({}, {}).value().empty());
}

TEST_F(Questions, ReadsALongTextAroundThePhrase) {
  const auto model = QuestionModel::load(folder_).value();
  std::string text;
  for (int i = 0; i < 200; ++i) text += "the old bridge ";
  const auto begin = static_cast<std::uint32_t>(text.size());
  text += "rain";
  const AskedPhrase phrases[] = {{text, {begin, begin + 4}}};
  EXPECT_EQ(model->ask(phrases, {2, 2}).value()[0].size(), 2U);
}

// "stone" is in the tokenizer, but the network has no embedding for it.
TEST_F(Questions, ATokenThatTheNetworkDoesNotKnowIsCorrupt) {
  const auto model = QuestionModel::load(folder_).value();
  const AskedPhrase phrases[] = {{"the old stone", {0, 3}}};
  EXPECT_EQ(model->ask(phrases, {}).error().code, ErrorCode::kCorrupt);
}

TEST_F(Questions, RefusesOptionsWithoutSense) {
  const auto model = QuestionModel::load(folder_).value();
  for (const BeamOptions& options : {BeamOptions{0, 1}, BeamOptions{1, 0}, BeamOptions{2, 3}}) {
    EXPECT_EQ(model->ask(phrases(), options).error().code, ErrorCode::kInvalidOption);
  }
}

TEST_F(Questions, StopsWhenAsked) {
  const std::atomic<bool> stop{true};
  const auto model = QuestionModel::load(folder_, {.threads = 1, .interrupt = &stop}).value();
  EXPECT_EQ(model->ask(phrases(), {}).error().code, ErrorCode::kInterrupted);
}

TEST_F(Questions, NamesWhatIsWrongWithAFolder) {
  edit_config("decoder_layers", 3);
  EXPECT_THAT(error(), HasSubstr("has no tensor decoder.layer.2."));
  edit_config("decoder_layers", "two");
  EXPECT_THAT(error(), HasSubstr("decoder_layers"));
  edit_config("decoder_layers", 2);
  edit_config("decoder_positions", 13);
  EXPECT_THAT(error(), HasSubstr("has another shape"));
  edit_config("decoder_positions", 12);
  edit_config("output_tokens", 99);
  EXPECT_THAT(error(), HasSubstr("more than the vocabulary has"));
  edit_config("output_tokens", 0);
  EXPECT_EQ(error(), "no error");
  edit_config("architectures", {"BertForQuestionAnswering"});
  EXPECT_THAT(error(), HasSubstr("is no generator of questions"));
}

TEST_F(Questions, ADamagedFileIsCorrupt) {
  const fs::path weights = folder_ / "model.safetensors";
  for (const std::uintmax_t kept : {0, 7, 100, 5000}) {
    fs::copy(kFolder / "model.safetensors", weights, fs::copy_options::overwrite_existing);
    fs::resize_file(weights, kept);
    const auto loaded = QuestionModel::load(folder_);
    ASSERT_FALSE(loaded) << kept;
    EXPECT_EQ(loaded.error().code, ErrorCode::kCorrupt) << kept;
  }
}

TEST(TrueCase, TakesTheFormsOfTheSource) {
  EXPECT_EQ(
      true_case("when did the nasa land on mars?", "The NASA landed on Mars, not on the Moon."),
      "When did the NASA land on Mars?");
  EXPECT_EQ(true_case("", "A"), "");
  EXPECT_EQ(true_case("\xC3\xA9mile who?", "\xC3\x89mile came."), "\xC3\x89mile who?");
}

}  // namespace
}  // namespace assay::seq2seq
