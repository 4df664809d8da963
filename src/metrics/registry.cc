// The one list of metrics.

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "assay/corpus_scores.h"
#include "assay/metric.h"
#include "metrics/ensemble/ensemble_metric.h"
#include "metrics/option_names.h"
#include "metrics/q2/q2_metric.h"
#include "metrics/reference/bertscore.h"
#include "metrics/reference/bleu.h"
#include "metrics/reference/embedding.h"
#include "metrics/reference/meteor.h"
#include "metrics/reference/nli.h"
#include "metrics/reference/nli_sentences.h"
#include "metrics/reference/overlap.h"
#include "metrics/reference/rouge.h"
#include "metrics/registry.h"

namespace assay {
namespace {

using Made = Result<std::unique_ptr<Metric>>;

Result<void> check_style(const MetricOptions& options, const q2::QuestionGenerator& generator) {
  if (options.question_style == MetricOptions::Style::kAny || generator.name() == kRules) return {};
  return fail(ErrorCode::kInvalidOption,
              fmt::format("question_style is {}, but only the rules ask in styles",
                          to_string(options.question_style)),
              "leave it at `any`, or let the rules ask");
}

Made make_q2_variant(const MetricOptions& options, Resources& resources, q2::Variant variant) {
  const auto linguistics = resources.linguistics();
  if (!linguistics) return tl::unexpected(linguistics.error());
  const auto generator = resources.question_generator();
  if (!generator) return tl::unexpected(generator.error());
  if (auto checked = check_style(options, **generator); !checked) {
    return tl::unexpected(checked.error());
  }
  const auto qa = resources.qa();
  if (!qa) return tl::unexpected(qa.error());
  const auto nli = resources.nli();
  if (!nli) return tl::unexpected(nli.error());
  return q2::make_q2({**linguistics, **qa, **nli, **generator, resources.threads()}, options,
                     variant);
}

Made make_q2(const MetricOptions& options, Resources& resources) {
  return make_q2_variant(options, resources, q2::Variant::kNli);
}

Made make_q2_f1(const MetricOptions& options, Resources& resources) {
  return make_q2_variant(options, resources, q2::Variant::kF1);
}

Made make_nli(const MetricOptions& options, Resources& resources) {
  const auto model = resources.nli();
  if (!model) return tl::unexpected(model.error());
  return reference::make_nli(**model, options);
}

Made make_nli_sentences(const MetricOptions& options, Resources& resources) {
  const auto linguistics = resources.linguistics();
  if (!linguistics) return tl::unexpected(linguistics.error());
  const auto model = resources.nli();
  if (!model) return tl::unexpected(model.error());
  return reference::make_nli_sentences(**linguistics, **model, options, resources.threads());
}

Made make_bertscore(const MetricOptions& options, Resources& resources) {
  const auto embedder = resources.token_embedder(options.bertscore.layer);
  if (!embedder) return tl::unexpected(embedder.error());
  return reference::make_bertscore(**embedder, options, resources.threads());
}

Made make_embedding(const MetricOptions& options, Resources& resources) {
  const auto embedder = resources.embedder();
  if (!embedder) return tl::unexpected(embedder.error());
  return reference::make_embedding(**embedder, options);
}

Made make_overlap(const MetricOptions&, Resources& resources) {
  const auto linguistics = resources.linguistics();
  if (!linguistics) return tl::unexpected(linguistics.error());
  return reference::make_overlap(**linguistics, resources.threads());
}

Made make_bleu(const MetricOptions& options, Resources& resources) {
  return reference::make_bleu(options, resources.threads());
}

Made make_rouge(const MetricOptions& options, Resources& resources) {
  return reference::make_rouge(options, resources.threads());
}

Made make_meteor(const MetricOptions& options, Resources& resources) {
  const auto wordnet = resources.wordnet();
  if (!wordnet) return tl::unexpected(wordnet.error());
  return reference::make_meteor(**wordnet, options, resources.threads());
}

Made make_ensemble(const MetricOptions& options, Resources& resources);

struct Entry {
  MetricInfo info;
  Made (*make)(const MetricOptions&, Resources&);
  std::vector<ScoreInfo> corpus_scores = {};
};

// A bound for people: exp(-100) is no probability that anybody will meet.
constexpr double kMostLogit = 100;

// Of `ensemble` with the default file; another one may combine other scores.
const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"q2",
        "questions from the response, answered by response and knowledge, compared by NLI",
        {Need::kKnowledge, Need::kLinguistics, Need::kQg, Need::kQa, Need::kNli},
        {{.name = "q2"}, {.name = "q2-f1"}}},
       make_q2},
      {{"q2-f1",
        "q2 with answers compared by their shared words alone",
        {Need::kKnowledge, Need::kLinguistics, Need::kQg, Need::kQa, Need::kNli},
        {{.name = "q2"}, {.name = "q2-f1"}}},
       make_q2_f1},
      {{"nli",
        "reference: does the knowledge entail the whole response?",
        {Need::kKnowledge, Need::kNli},
        {{.name = "nli"},
         {.name = "entailment"},
         {.name = "neutral"},
         {.name = "contradiction"},
         {.name = "entailment_minus_contradiction", .least = -1}}},
       make_nli},
      {{"nli-sentences",
        "reference: does the knowledge have a sentence that entails each sentence of the response?",
        {Need::kKnowledge, Need::kLinguistics, Need::kNli},
        {{.name = "nli-sentences"}, {.name = "entailment_minus_contradiction", .least = -1}}},
       make_nli_sentences},
      {{"overlap",
        "reference: F1 of the content words that response and knowledge share",
        {Need::kKnowledge, Need::kLinguistics},
        {{.name = "overlap"}, {.name = "precision"}, {.name = "recall"}}},
       make_overlap},
      {{"bleu",
        "reference: sacrebleu's BLEU of the response against the record's reference",
        {Need::kReference},
        {{.name = "bleu", .most = 100},
         {.name = "precision_1", .most = 100},
         {.name = "precision_2", .most = 100},
         {.name = "precision_3", .most = 100},
         {.name = "precision_4", .most = 100},
         {.name = "brevity_penalty"}}},
       make_bleu,
       {{.name = "bleu", .most = 100}}},
      {{"rouge",
        "reference: rouge-score's ROUGE-1, -2, -L and -Lsum; the score is the F1 of ROUGE-L",
        {Need::kReference},
        {{.name = "rouge"},
         {.name = "rouge1"},
         {.name = "rouge1_precision"},
         {.name = "rouge1_recall"},
         {.name = "rouge2"},
         {.name = "rouge2_precision"},
         {.name = "rouge2_recall"},
         {.name = "rougeL"},
         {.name = "rougeL_precision"},
         {.name = "rougeL_recall"},
         {.name = "rougeLsum"},
         {.name = "rougeLsum_precision"},
         {.name = "rougeLsum_recall"}}},
       make_rouge},
      {{"meteor",
        "reference: METEOR as NLTK has it, with stems and WordNet's synonyms",
        {Need::kReference, Need::kWordNet},
        {{.name = "meteor"}, {.name = "precision"}, {.name = "recall"}, {.name = "penalty"}}},
       make_meteor},
      {{"bertscore",
        "reference: BERTScore: tokens matched by their contextual vectors",
        {Need::kReference, Need::kTokenEmbedder},
        {{.name = "bertscore", .least = -100},
         {.name = "precision", .least = -100},
         {.name = "recall", .least = -100}}},
       make_bertscore},
      {{"embedding",
        "reference: cosine of the sentence embeddings of response and reference",
        {Need::kReference, Need::kEmbedder},
        {{.name = "embedding", .least = -1}}},
       make_embedding},
      {{"ensemble",
        "how probable it is that q2, nli-sentences, overlap and bleu together mean grounded",
        {Need::kKnowledge, Need::kLinguistics, Need::kQg, Need::kQa, Need::kNli},
        {{.name = "ensemble"},
         {.name = "logit", .least = -kMostLogit, .most = kMostLogit},
         {.name = "q2"},
         {.name = "contribution_q2", .least = -kMostLogit, .most = kMostLogit},
         {.name = "nli-sentences"},
         {.name = "contribution_nli-sentences", .least = -kMostLogit, .most = kMostLogit},
         {.name = "overlap"},
         {.name = "contribution_overlap", .least = -kMostLogit, .most = kMostLogit},
         {.name = "bleu", .most = 100},
         {.name = "contribution_bleu", .least = -kMostLogit, .most = kMostLogit}}},
       make_ensemble},
  };
  return all;
}

const Entry* find_entry(std::string_view name) {
  for (const Entry& entry : entries()) {
    if (entry.info.name == name) return &entry;
  }
  return nullptr;
}

// needs_of() names what its components need, so that all of it is loaded by now.
Made make_ensemble(const MetricOptions& options, Resources& resources) {
  const auto ensemble = resources.ensemble();
  if (!ensemble) return tl::unexpected(ensemble.error());
  return ensemble::make_ensemble(**ensemble, options,
                                 [&](std::string_view name, const MetricOptions& of_component) {
                                   return find_entry(name)->make(of_component, resources);
                                 });
}

Result<void> check(const MetricOptions& options) {
  if (!(options.threshold >= 0 && options.threshold <= 1)) {
    return fail(ErrorCode::kInvalidOption,
                fmt::format("threshold is {}, scores are from 0 to 1", options.threshold),
                "give a threshold from 0 to 1");
  }
  if (options.max_questions < 1) {
    return fail(ErrorCode::kInvalidOption,
                "max_questions is " + std::to_string(options.max_questions),
                "give 1 or more questions a candidate");
  }
  return {};
}

tl::unexpected<Error> unknown_metric(std::string_view name) {
  std::string known;
  for (const Entry& entry : entries()) known += (known.empty() ? "" : ", ") + entry.info.name;
  return fail(ErrorCode::kInvalidOption, "no metric is called `" + std::string(name) + "`",
              "metrics: " + known);
}

}  // namespace

std::vector<MetricInfo> list_metrics() {
  std::vector<MetricInfo> infos;
  for (const Entry& entry : entries()) infos.push_back(entry.info);
  return infos;
}

std::vector<ScoreInfo> list_corpus_scores(std::string_view metric) {
  const Entry* entry = find_entry(metric);
  return entry == nullptr ? std::vector<ScoreInfo>() : entry->corpus_scores;
}

Result<std::unique_ptr<Metric>> make_metric(std::string_view name, const MetricOptions& options,
                                            Resources& resources) {
  if (auto checked = check(options); !checked) return tl::unexpected(checked.error());
  const Entry* entry = find_entry(name);
  if (entry == nullptr) return unknown_metric(name);
  const auto needs = needs_of(name, resources);
  if (!needs) return tl::unexpected(needs.error());
  if (auto loaded = resources.preload(*needs); !loaded) return tl::unexpected(loaded.error());
  return entry->make(options, resources);
}

Result<std::vector<Need>> needs_of(std::string_view name, Resources& resources) {
  const Entry* entry = find_entry(name);
  if (entry == nullptr) return std::vector<Need>();
  if (entry->make != make_ensemble) return entry->info.needs;
  const auto ensemble = resources.ensemble();
  if (!ensemble) return tl::unexpected(ensemble.error());
  const auto components = ensemble::component_names(**ensemble);
  if (!components) return tl::unexpected(components.error());
  std::vector<Need> needs;
  for (const std::string& component : *components) {
    for (const Need need : find_entry(component)->info.needs) {
      if (need == Need::kReference && (*ensemble)->against == Against::kKnowledge) continue;
      if (std::find(needs.begin(), needs.end(), need) == needs.end()) needs.push_back(need);
    }
  }
  return needs;
}

}  // namespace assay
