#include "metrics/q2/rules_generator.h"

#include <gmock/gmock.h>

#include <fstream>

#include "doc_from_json.h"

namespace assay::q2 {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// The parses that tests/oracle/make_parsed_sentences.py wrote.
nlohmann::json parsed(std::string_view text) {
  std::ifstream in(ASSAY_SOURCE_DIR "/tests/data/parsed_sentences.jsonl");
  std::string line;
  while (std::getline(in, line)) {
    auto json = nlohmann::json::parse(line);
    if (json["text"] == text) return json;
  }
  ADD_FAILURE() << "not among the parsed sentences: " << text;
  return {};
}

std::vector<Question> ask(std::string_view text, std::string_view answer,
                          MetricOptions::Style style = MetricOptions::Style::kAny, int most = 5) {
  const testing::DocFromJson holder(parsed(text));
  const nlp::Doc& doc = holder.doc();
  Candidate candidate;
  for (const auto* ranges : {&doc.entities, &doc.noun_chunks}) {
    for (const nlp::TokenRange& range : *ranges) {
      if (doc.text_of(range) != answer || candidate.token_end != 0) continue;
      candidate = {std::string(answer),     range.begin, range.end, range.span,
                   ranges == &doc.entities, range.label};
    }
  }
  EXPECT_NE(candidate.token_end, 0u) << answer << " is no candidate of: " << text;
  const QuestionRequest request{&doc, &candidate};
  return RulesGenerator().generate({&request, 1}, {most, style})->front().value();
}

std::string best(std::string_view text, std::string_view answer) {
  const auto questions = ask(text, answer);
  return questions.empty() ? "" : questions.front().text;
}

std::vector<std::string> in_place(std::string_view text, std::string_view answer) {
  std::vector<std::string> texts;
  for (const Question& question : ask(text, answer, MetricOptions::Style::kInPlace)) {
    texts.push_back(question.text);
  }
  return texts;
}

constexpr char kCurie[] = "Marie Curie was born in Warsaw in 1867.";

TEST(RulesGenerator, AsksForTheSubject) {
  EXPECT_EQ(best(kCurie, "Marie Curie"), "Who was born in Warsaw in 1867?");
  EXPECT_EQ(best("Lima is the capital of Peru.", "Lima"), "What place is the capital of Peru?");
}

TEST(RulesGenerator, WhereAndWhenTakeThePrepositionAlong) {
  EXPECT_EQ(best(kCurie, "Warsaw"), "Where was Marie Curie born in 1867?");
  EXPECT_EQ(best(kCurie, "1867"), "When was Marie Curie born in Warsaw?");
}

TEST(RulesGenerator, OtherPrepositionsStay) {
  EXPECT_EQ(best("Lima is the capital of Peru.", "Peru"), "What place is Lima the capital of?");
  EXPECT_EQ(best("It has been on the air since 1989.", "1989"),
            "What year has it been on the air since?");
}

TEST(RulesGenerator, VerbWithoutAuxiliaryGetsDo) {
  EXPECT_EQ(best("I know that she discovered radium.", "radium"), "What did she discover?");
  EXPECT_EQ(best("He did n't like the film.", "the film"), "What did he not like?");
}

TEST(RulesGenerator, NumbersAskForTheirNoun) {
  EXPECT_EQ(best("The company employs 10,000 people.", "10,000"),
            "How many people does the company employ?");
  EXPECT_EQ(best("Anna's house has three floors.", "three"),
            "How many floors does Anna's house have?");
  EXPECT_EQ(ask("The company employs 10,000 people.", "10,000")[1].text,
            "What number of people does the company employ?");
}

TEST(RulesGenerator, PossessorsAreWhose) {
  EXPECT_EQ(best("Anna's house has three floors.", "Anna"), "Whose house has three floors?");
}

TEST(RulesGenerator, PartsBeforeTheSubjectMoveBehind) {
  EXPECT_EQ(best("In 1912, the ship sank.", "the ship"), "What sank in 1912?");
  EXPECT_EQ(best("In 1912, the ship sank.", "1912"), "When did the ship sink?");
}

TEST(RulesGenerator, SideRemarksAreLeftOut) {
  EXPECT_EQ(best("well , the bridge was finished in 1932 .", "1932"),
            "When was the bridge finished?");
}

TEST(RulesGenerator, CoordinatedVerbBorrowsTheSubject) {
  EXPECT_EQ(best("Yes, he moved to Berlin and opened a bakery there.", "a bakery"),
            "What did he open there?");
}

TEST(RulesGenerator, RelativeClauseSaysItsNoun) {
  EXPECT_EQ(best("It is a novel that was written by Jane Austen.", "Jane Austen"),
            "Who was a novel written by?");
}

TEST(RulesGenerator, WhatCannotMoveIsAskedInPlace) {
  const auto questions = ask("They sell apples and pears.", "apples");
  ASSERT_THAT(questions, Not(IsEmpty()));
  EXPECT_EQ(questions.front().text, "They sell what and pears?");
  EXPECT_EQ(questions.front().style, "in_place");
}

TEST(RulesGenerator, RelativePronounsAndBareCandidatesHaveNoQuestion) {
  EXPECT_THAT(ask("It is a novel that was written by Jane Austen.", "that"), IsEmpty());
  EXPECT_THAT(ask("What a great match!", "What a great match"), IsEmpty());
}

TEST(RulesGenerator, StylesCanBeAskedForAlone) {
  for (const Question& question : ask(kCurie, "1867", MetricOptions::Style::kFronted)) {
    EXPECT_EQ(question.style, "fronted");
  }
  EXPECT_THAT(in_place(kCurie, "1867"), ElementsAre("Marie Curie was born in Warsaw in what year?",
                                                    "Marie Curie was born in Warsaw in what?"));
}

TEST(RulesGenerator, GivesNoMoreThanWanted) {
  EXPECT_EQ(ask(kCurie, "1867", MetricOptions::Style::kAny, 2).size(), 2u);
}

}  // namespace
}  // namespace assay::q2
