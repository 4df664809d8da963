// Long texts and same bytes, with the shipped models.

#include <gmock/gmock.h>

#include <string>

#include "assay/cache.h"
#include "assay/model.h"
#include "assay/models.h"

namespace assay {
namespace {

// A text of `words` words that says nothing about the decisive sentence, which stands after a
// share `position` / 19 of it.
std::string knowledge(const std::string& decisive, std::size_t position, std::size_t words) {
  static const char* const kFiller[] = {
      "Basalt columns form when thick lava cools slowly and cracks into six-sided pillars.",
      "A baker lets the dough rest for two hours before shaping it into small round loaves.",
      "Some orchids trick insects by looking and smelling like a possible mate.",
      "In the northern dialect the vowel is held longer at the end of a question.",
      "Copper roofs turn green because the metal reacts with water and carbon dioxide.",
      "The tide tables of the bay were printed every year on yellow paper.",
      "Chess clocks with two faces were used for the first time at a club in the harbour town.",
      "Moss grows well on shaded stone where the ground stays damp through the summer.",
      "Weavers in the valley dye their wool with walnut shells and the roots of madder.",
      "A good violin bow is made of wood that is both light and very stiff."};
  constexpr std::size_t kFillers = std::size(kFiller);
  constexpr std::size_t kWordsOfFiller = 14;
  const std::size_t sentences = words / kWordsOfFiller;
  const std::size_t at = sentences * position / 19;
  std::string text;
  for (std::size_t i = 0; i < sentences; ++i) {
    if (i == at) text += decisive + " ";
    text += std::string(kFiller[(i * 7 + i / kFillers) % kFillers]) + " ";
  }
  if (at == sentences) text += decisive;
  return text;
}

std::vector<std::string> twenty_texts(const std::string& decisive) {
  std::vector<std::string> texts;
  for (std::size_t position = 0; position < 20; ++position) {
    texts.push_back(knowledge(decisive, position, 5000));
  }
  return texts;
}

TEST(LongText, ADecisiveSentenceDecidesNliWhereverItStands) {
  const auto nli = NliModel::load(models_path("nli").value()).value();
  const auto texts =
      twenty_texts("In 1931 the engineer Clara Holt built a bridge over the river Marten.");
  const std::pair<const char*, NliScores::Label> claims[] = {
      {"Clara Holt built a bridge in 1931.", NliScores::Label::kEntailment},
      {"Clara Holt never built a bridge.", NliScores::Label::kContradiction}};
  for (const auto& [claim, label] : claims) {
    std::vector<TextPair> pairs;
    for (const std::string& text : texts) pairs.push_back({text, claim});
    const auto scores = nli->judge(pairs).value();
    for (std::size_t i = 0; i < scores.size(); ++i) {
      EXPECT_EQ(scores[i].label(), label) << claim << " at position " << i;
      EXPECT_GT(scores[i].windows, 10);
      EXPECT_FALSE(scores[i].truncated);
    }
  }
}

TEST(LongText, ADecisiveSentenceAnswersWhereverItStands) {
  const auto qa = QaModel::load(models_path("qa").value()).value();
  const auto texts = twenty_texts("The Marten Bridge was designed by the engineer Clara Holt.");
  std::vector<QuestionContext> inputs;
  for (const std::string& text : texts) inputs.push_back({"Who designed the Marten Bridge?", text});
  const auto answers = qa->answer(inputs).value();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    ASSERT_TRUE(answers[i].answer) << "position " << i;
    EXPECT_THAT(answers[i].answer->text, ::testing::HasSubstr("Clara Holt")) << "position " << i;
    EXPECT_EQ(texts[i].substr(answers[i].answer->byte_start, answers[i].answer->text.size()),
              answers[i].answer->text);
  }
}

TEST(LongText, AQuestionThatLeavesNoRoomIsMarked) {
  const auto qa = QaModel::load(models_path("qa").value(), {.max_length = 64}).value();
  std::string question;
  for (int i = 0; i < 80; ++i) question += "where ";
  const QuestionContext inputs[] = {{question, "In Berlin."}, {"Where?", "In Berlin."}};
  const auto answers = qa->answer(inputs).value();
  EXPECT_TRUE(answers[0].truncated);
  EXPECT_FALSE(answers[1].truncated);
}

struct Observed {
  std::vector<double> nli;
  std::vector<std::pair<std::size_t, double>> qa;
  friend bool operator==(const Observed&, const Observed&) = default;
};

Observed observe(const ModelOptions& options) {
  const auto nli = NliModel::load(models_path("nli").value(), options).value();
  const auto qa = QaModel::load(models_path("qa").value(), options).value();
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 6; ++i) {
    texts.push_back(knowledge("The bridge was designed by Clara Holt.", i, 14 + 40 * i));
  }
  Observed observed;
  std::vector<TextPair> pairs;
  std::vector<QuestionContext> questions;
  for (const std::string& text : texts) {
    pairs.push_back({text, "Clara Holt designed the bridge."});
    questions.push_back({"Who designed the bridge?", text});
  }
  const auto judged = nli->judge(pairs).value();
  for (const NliScores& scores : judged) {
    observed.nli.insert(observed.nli.end(),
                        {scores.entailment, scores.neutral, scores.contradiction});
  }
  const auto answers = qa->answer(questions).value();
  for (const QaAnswer& answer : answers) {
    observed.qa.emplace_back(answer.answer ? answer.answer->byte_start : 0, answer.margin);
  }
  return observed;
}

// Options that change which tokens are read together change results, the others do not.
TEST(Fingerprint, NamesTheOptionsThatChangeResults) {
  const auto of = [](const ModelOptions& options) {
    return NliModel::load(models_path("nli").value(), options).value()->fingerprint();
  };
  const std::string plain = of({});
  EXPECT_EQ(of({.threads = 2, .batch_tokens = 64}), plain);
  EXPECT_EQ(of({.max_length = 64}), plain + "/max_length=64");
  EXPECT_EQ(of({.window = 32}), plain + "/window=32");
  EXPECT_EQ(of({.window = 32, .stride = 4}), plain + "/window=32/stride=4");
}

// What is cached is the output of a row, whatever way the text was cut into rows.
TEST(Fingerprint, RowsThatAreEqualShareTheCache) {
  const auto cache = make_memory_cache();
  const TextPair pairs[] = {{"It rains.", "It is wet."}};
  for (const int max_length : {0, 64}) {
    const auto nli =
        NliModel::load(models_path("nli").value(), {.max_length = max_length, .cache = cache.get()})
            .value();
    ASSERT_TRUE(nli->judge(pairs));
    EXPECT_EQ(nli->stats().cached, max_length == 0 ? 0U : 1U);
  }
}

TEST(SameBytes, WhateverBatchThreadsAndCache) {
  const Observed expected = observe({.threads = 1});
  EXPECT_EQ(observe({.threads = 2}), expected);
  EXPECT_EQ(observe({.threads = 2, .batch_tokens = 64}), expected);
  const auto cache = make_memory_cache();
  const ModelOptions cached{.threads = 1, .cache = cache.get()};
  EXPECT_EQ(observe(cached), expected);
  EXPECT_EQ(observe(cached), expected);
}

TEST(SameBytes, EqualInputsAndCachedOnesAreNotComputedAgain) {
  const auto cache = make_memory_cache();
  const auto nli = NliModel::load(models_path("nli").value(), {.cache = cache.get()}).value();
  const std::vector<TextPair> pairs(3, {"It rains.", "It is wet."});
  ASSERT_TRUE(nli->judge(pairs));
  EXPECT_EQ(nli->stats().inputs, 3U);
  EXPECT_EQ(nli->stats().duplicates, 2U);
  EXPECT_EQ(nli->stats().rows, 1U);
  ASSERT_TRUE(nli->judge(pairs));
  EXPECT_EQ(nli->stats().cached, 1U);
  EXPECT_EQ(nli->stats().rows, 1U);
}

// A cache that holds values of the wrong size for every key.
class WrongCache : public ModelCache {
 public:
  std::vector<std::optional<std::string>> get(std::span<const CacheKey> keys) override {
    return std::vector<std::optional<std::string>>(keys.size(), "xyz");
  }
  void put(std::span<const CacheKey>, std::span<const std::string>) override {}
  std::string warning() const override { return {}; }
};

TEST(SameBytes, CachedValuesOfAWrongSizeAreComputedAnew) {
  WrongCache cache;
  const auto nli = NliModel::load(models_path("nli").value(), {.cache = &cache}).value();
  const TextPair pairs[] = {{"It rains.", "It is wet."}};
  ASSERT_TRUE(nli->judge(pairs));
  EXPECT_EQ(nli->stats().rows, 1U);
}

}  // namespace
}  // namespace assay
