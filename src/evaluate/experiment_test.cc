#include "assay/experiment.h"

#include <gmock/gmock.h>

#include "engine/fake_metric.h"
#include "evaluate/random.h"
#include "test_files.h"

namespace assay::evaluate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Record> some_records(std::size_t count) {
  std::vector<Record> records;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    Record record;
    record.id = "r" + number;
    record.response = "a" + number + " b" + number + " c" + number + " d" + number;
    record.knowledge = {
        {.id = "", .title = "", .text = "k" + number + " l" + number + " m" + number}};
    record.extra_json = "{\"dialogue\":\"" + std::to_string(i / 2) + "\"}";
    if (i != 3) record.references = {"gold " + number};
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<PerturbedRecord> make(const std::vector<Record>& records, Perturbation perturbation) {
  auto perturbed = perturb(records, perturbation, {.dialogue = "dialogue"});
  EXPECT_TRUE(perturbed) << perturbed.error().to_string();
  return perturbed ? *std::move(perturbed) : std::vector<PerturbedRecord>();
}

TEST(Perturb, KnowledgeOfAnotherTurnIsOfTheSameDialogue) {
  const auto records = some_records(6);
  for (const auto& [original, record] : make(records, Perturbation::kOtherTurn))
    EXPECT_EQ(record.knowledge[0].text, records[original ^ 1U].knowledge[0].text);
}

TEST(Perturb, KnowledgeAndResponsesOfOtherDialogues) {
  const auto records = some_records(8);
  const auto dialogue_of = [&](std::string_view text, bool knowledge) {
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (text == (knowledge ? records[i].knowledge[0].text : records[i].response)) return i / 2;
    }
    return records.size();
  };
  for (const auto& [original, record] : make(records, Perturbation::kOtherDialogue)) {
    EXPECT_NE(dialogue_of(record.knowledge[0].text, true), original / 2);
    EXPECT_EQ(record.response, records[original].response);
  }
  for (const auto& [original, record] : make(records, Perturbation::kOtherResponse))
    EXPECT_NE(dialogue_of(record.response, false), original / 2);
}

// Records that are alike in many ways, in an order without any.
std::vector<Record> records_alike(std::size_t count) {
  std::vector<Record> records;
  Random random(7);
  for (std::size_t i = 0; i < count; ++i) {
    Record record;
    record.response = std::string(1, static_cast<char>('a' + random.below(2)));
    for (std::size_t left = random.below(3); left > 0; --left)
      record.knowledge.push_back(
          {.id = "",
           .title = "",
           .text = std::string(1, static_cast<char>('k' + random.below(2)))});
    record.extra_json = "{\"dialogue\":\"" + std::to_string(random.below(3)) + "\"}";
    records.push_back(std::move(record));
  }
  return records;
}

std::string knowledge_of(const Record& record) {
  std::string text;
  for (const Passage& passage : record.knowledge) text += passage.text + "|";
  return text;
}

// By looking at one record after the other.
std::optional<std::size_t> plain_search(const std::vector<Record>& records, std::size_t item,
                                        Perturbation perturbation) {
  Random random(PerturbOptions{}.seed, item);
  const auto has_other_knowledge = [&](std::size_t other) {
    return !records[other].knowledge.empty() &&
           knowledge_of(records[other]) != knowledge_of(records[item]);
  };
  const auto is_same_dialogue = [&](std::size_t other) {
    return records[other].extra_json == records[item].extra_json;
  };
  if (perturbation == Perturbation::kOtherTurn) {
    std::vector<std::size_t> others;
    for (std::size_t other = 0; other < records.size(); ++other) {
      if (is_same_dialogue(other) && has_other_knowledge(other)) others.push_back(other);
    }
    if (others.empty()) return std::nullopt;
    return others[random.below(others.size())];
  }
  const std::size_t start = random.below(records.size());
  for (std::size_t step = 0; step < records.size(); ++step) {
    const std::size_t other = (start + step) % records.size();
    if (is_same_dialogue(other)) continue;
    const bool will_do = perturbation == Perturbation::kOtherDialogue
                             ? has_other_knowledge(other)
                             : records[other].response != records[item].response;
    if (will_do) return other;
  }
  return std::nullopt;
}

TEST(Perturb, TakesWhatAPlainSearchFinds) {
  std::size_t compared = 0;
  for (std::size_t count = 2; count < 40; ++count) {
    const auto records = records_alike(count);
    for (const Perturbation perturbation :
         {Perturbation::kOtherTurn, Perturbation::kOtherDialogue, Perturbation::kOtherResponse}) {
      const bool is_response = perturbation == Perturbation::kOtherResponse;
      const auto made = perturb(records, perturbation, {.dialogue = "dialogue"});
      std::size_t at = 0;
      for (std::size_t item = 0; item < count; ++item) {
        const auto found = plain_search(records, item, perturbation);
        if (!found || (!is_response && records[item].knowledge.empty())) continue;
        ASSERT_TRUE(made && at < made->size());
        const auto& [original, record] = (*made)[at++];
        EXPECT_EQ(original, item);
        EXPECT_EQ(knowledge_of(record), knowledge_of(records[is_response ? item : *found]));
        EXPECT_EQ(record.response, records[is_response ? *found : item].response);
        ++compared;
      }
      EXPECT_EQ(at, made ? made->size() : 0);
    }
  }
  EXPECT_GT(compared, 1000U);
}

TEST(Perturb, ShufflesTheWordsOfTheKnowledge) {
  std::vector<Record> records = some_records(1);
  records[0].knowledge[0].text = "one two three four five six seven eight nine ten";
  const auto shuffled = make(records, Perturbation::kShuffledKnowledge);
  EXPECT_NE(shuffled[0].record.knowledge[0].text, records[0].knowledge[0].text);
  EXPECT_EQ(shuffled[0].record.knowledge[0].text.size(), records[0].knowledge[0].text.size());
}

TEST(Perturb, CorruptsAThirdOfTheResponse) {
  const auto records = some_records(6);
  for (const auto& [original, record] : make(records, Perturbation::kCorruptedResponse)) {
    std::size_t changed = 0;
    for (const char letter : {'a', 'b', 'c', 'd'}) {
      const std::string word = letter + std::to_string(original);
      changed += record.response.find(word) == std::string::npos;
    }
    EXPECT_EQ(changed, 2U) << record.response;  // of four words
  }
}

TEST(Perturb, LeavesOutWhatHasNoGold) {
  const auto gold = make(some_records(5), Perturbation::kGold);
  EXPECT_EQ(gold.size(), 4U);
  EXPECT_EQ(gold[3].original, 4U);
  EXPECT_EQ(gold[3].record.response, "gold 4");
}

TEST(Perturb, WhatCannotBeMadeIsAFailure) {
  const auto records = some_records(4);
  const auto no_dialogues = perturb(records, Perturbation::kOtherTurn, {});
  ASSERT_FALSE(no_dialogues);
  EXPECT_THAT(no_dialogues.error().to_string(), HasSubstr("--dialogue COLUMN"));
  EXPECT_FALSE(perturb(records, Perturbation::kGold, {.gold = "nothing"}));
  EXPECT_FALSE(perturb(std::span(records).first(1), Perturbation::kOtherResponse, {}));
}

TEST(Perturb, IsTheSameForTheSameSeed) {
  const auto records = some_records(40);
  const auto texts = [&](std::uint64_t seed) {
    const auto changed_records = perturb(records, Perturbation::kCorruptedResponse,
                                         {.dialogue = {}, .gold = {}, .seed = seed});
    std::vector<std::string> responses;
    for (const auto& changed : *changed_records) responses.push_back(changed.record.response);
    return responses;
  };
  EXPECT_EQ(texts(1), texts(1));
  EXPECT_NE(texts(1), texts(2));
}

TEST(RunMetric, GoesInWindowsAndStopsWhenAsked) {
  engine::FakeMetric metric;
  const auto records = some_records(10);
  std::vector<std::size_t> progress;
  const auto results = run_metric(
      records, metric,
      {.window = 4, .progress = [&](std::size_t done, std::size_t) { progress.push_back(done); }});
  ASSERT_TRUE(results);
  EXPECT_EQ(results->size(), 10U);
  EXPECT_THAT(progress, ElementsAre(4U, 8U, 10U));
  const std::atomic<bool> stop = true;
  const auto stopped = run_metric(records, metric, {.interrupt = &stop});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kInterrupted);
}

RecordResult result_of(std::optional<double> score) {
  RecordResult result;
  result.status = score ? Status::kMeasured : Status::kNoClaims;
  result.score = score;
  result.counts = {{"questions_counted", 4}, {"questions_unanswered", 1}};
  return result;
}

TEST(RobustnessRow, ComparesWithTheOriginals) {
  const std::vector<RecordResult> originals = {result_of(0.9), result_of(0.8), result_of(1.0)};
  const std::vector<RecordResult> changed = {result_of(0.1), result_of({})};
  const std::vector<std::size_t> original_of = {0, 2};
  const auto row = robustness_row("gold", originals, changed, original_of, 0.5, {.rounds = 10});
  EXPECT_EQ(row.n, 2U);
  EXPECT_EQ(row.n_measured, 1U);
  EXPECT_EQ(row.n_paired, 1U);
  EXPECT_EQ(row.n_above, 0U);
  EXPECT_DOUBLE_EQ(*row.mean.value, 0.1);
  EXPECT_DOUBLE_EQ(*row.difference.value, -0.8);
  EXPECT_DOUBLE_EQ(*row.separation.value, 1);
  EXPECT_EQ(row.questions, 8);
  EXPECT_EQ(row.unanswered, 2);
}

TEST(RobustnessRow, CutsAtTheUsualThresholdOfTheMetric) {
  RecordResult result = result_of(40);
  result.metric = "bleu";
  const std::vector<RecordResult> results = {result};
  const std::vector<std::size_t> same = {0};
  const auto row = robustness_row("gold", results, results, same, {}, {.rounds = 0});
  EXPECT_EQ(row.metric, "bleu");
  EXPECT_EQ(row.threshold, 50);
  EXPECT_EQ(row.n_above, 0U);
  EXPECT_EQ(column_of("x", results).usual_threshold, 50);
  EXPECT_EQ(robustness_row("gold", results, results, same, 30, {.rounds = 0}).n_above, 1U);
}

TEST(ReadRecords, ABadRecordIsAnError) {
  const TestFolder folder;
  const std::string path = folder.write("in.jsonl", "{\"response\":\"a\"}\n{\"response\":1}\n");
  const auto records = read_records({.input = path});
  ASSERT_FALSE(records);
  EXPECT_THAT(records.error().to_string(), HasSubstr("in.jsonl:2"));
}

}  // namespace
}  // namespace assay::evaluate
