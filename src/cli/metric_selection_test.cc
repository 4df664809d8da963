#include "cli/metric_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(ParseFields, SplitsAtTheFirstEqualsSign) {
  EXPECT_THAT(*parse_fields({"response=answer", "knowledge=a=b"}),
              ElementsAre(Pair("response", "answer"), Pair("knowledge", "a=b")));
}

TEST(ParseFields, SaysHowToWriteOne) {
  for (const char* text : {"response", "=answer", "response=", ""}) {
    const auto fields = parse_fields({text});
    ASSERT_FALSE(fields) << text;
    EXPECT_THAT(fields.error().hint, HasSubstr("FIELD=COLUMN"));
  }
}

TEST(ChosenMetrics, ComeInTheOrderOfTheirNames) {
  MetricSelection selection;
  selection.metrics = {"overlap", "q2"};
  const auto chosen = chosen_metrics(selection);
  ASSERT_TRUE(chosen);
  ASSERT_EQ(chosen->size(), 2U);
  EXPECT_EQ((*chosen)[0].name, "overlap");
  EXPECT_EQ((*chosen)[1].name, "q2");
}

TEST(ChosenMetrics, AnUnknownNameIsAnsweredWithTheNearest) {
  MetricSelection selection;
  selection.metrics = {"overlp"};
  EXPECT_EQ(chosen_metrics(selection).error().hint, "did you mean `overlap`?");
  selection.metrics = {"zebra"};
  EXPECT_THAT(chosen_metrics(selection).error().hint,
              HasSubstr("q2, q2-f1, nli, nli-sentences, overlap"));
}

TEST(MetricOption, SpacesAroundNamesDoNotCount) {
  CLI::App app;
  MetricSelection selection;
  add_metric_options(app, selection);
  app.parse(std::vector<std::string>{"overlap , nli", "-m"});
  EXPECT_THAT(selection.metrics, ElementsAre("overlap", "nli"));
}

TEST(MetricOption, OptionsOfReferenceMetricsAreTakenOver) {
  CLI::App app;
  MetricSelection selection;
  add_metric_options(app, selection);
  app.parse(
      "-m bleu --against knowledge --bleu-tokenizer intl --bleu-lower-case --bleu-smoothing floor "
      "--bleu-smooth-value 0.2 --rouge-stem --meteor-parameters 2007 --bertscore-layer 0 "
      "--bertscore-idf texts.txt --bertscore-baseline b.tsv");
  const MetricOptions options = metric_options_of(selection);
  EXPECT_EQ(options.against, Against::kKnowledge);
  EXPECT_EQ(options.bleu.tokenizer, BleuOptions::Tokenizer::kIntl);
  EXPECT_TRUE(options.bleu.lower_case);
  EXPECT_EQ(options.bleu.smoothing, BleuOptions::Smoothing::kFloor);
  EXPECT_EQ(options.bleu.smooth_value, 0.2);
  EXPECT_TRUE(options.rouge.stem);
  EXPECT_EQ(options.meteor.parameters, MeteorOptions::Parameters::k2007);
  EXPECT_EQ(options.bertscore.layer, 0);
  EXPECT_EQ(options.bertscore.idf, "texts.txt");
  EXPECT_EQ(options.bertscore.baseline, "b.tsv");
}

TEST(MetricOption, WhatIsNotSaidIsLeftToTheMetric) {
  const MetricOptions options = metric_options_of({});
  EXPECT_FALSE(options.against);
  EXPECT_FALSE(options.bleu.smooth_value);
  EXPECT_FALSE(options.bertscore.layer);
  EXPECT_EQ(options.bleu.smoothing, BleuOptions::Smoothing::kExp);
}

TEST(ReadsReference, FollowsMetricAndOptions) {
  MetricSelection selection;
  EXPECT_TRUE(reads_reference("bleu", selection));
  EXPECT_FALSE(reads_reference("overlap", selection));
  selection.compat = "q2-paper";
  EXPECT_FALSE(reads_reference("bleu", selection));
  selection.against = "reference";
  EXPECT_TRUE(reads_reference("bleu", selection));
  selection = {};
  selection.against = "knowledge";
  EXPECT_FALSE(reads_reference("bleu", selection));
}

TEST(RecordSourceOf, TakesOverEveryOption) {
  InputSelection selection;
  selection.input = "in.tsv";
  selection.format = "tsv";
  selection.quoting = "none";
  selection.fields = {"response=answer"};
  const auto source = record_source_of(selection);
  ASSERT_TRUE(source);
  EXPECT_EQ(source->input, "in.tsv");
  EXPECT_EQ(source->format, InputFormat::kTsv);
  EXPECT_EQ(source->quoting, Quoting::kNone);
  EXPECT_THAT(source->fields, ElementsAre(Pair("response", "answer")));
  ScoreOptions options;
  ASSERT_TRUE(set_input(selection, options));
  EXPECT_EQ(options.quoting, Quoting::kNone);
}

TEST(MetricOptionsOf, WordsBecomeOptions) {
  MetricSelection selection;
  selection.compat = "q2-paper";
  selection.questions = "all";
  selection.question_style = "in_place";
  const MetricOptions options = metric_options_of(selection);
  EXPECT_EQ(options.compat, Compat::kQ2Paper);
  EXPECT_EQ(options.questions, QuestionsPerCandidate::kAll);
  EXPECT_EQ(options.question_style, MetricOptions::Style::kInPlace);
}

TEST(MetricOptionsOf, UnsetQuestionsStayUnset) {
  EXPECT_EQ(metric_options_of(MetricSelection()).questions, std::nullopt);
  EXPECT_EQ(metric_options_of(MetricSelection()).compat, Compat::kNone);
}

}  // namespace
}  // namespace assay::cli
