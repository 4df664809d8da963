// Are the files of every model whole, and does each that a metric uses load and give the answer
// that any sane model gives?

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <functional>
#include <numeric>

#include "assay/ensemble.h"
#include "assay/models.h"
#include "base/format.h"
#include "cli/command_line/text_width.h"
#include "cli/doctor/check.h"
#include "metrics/ensemble/ensemble_metric.h"
#include "metrics/q2/candidates.h"
#include "metrics/q2/question_generator.h"
#include "nlp/wordnet.h"

namespace assay::cli {
namespace {

using Verdict = DoctorCheck::Verdict;
using Answer = Result<std::string>;  // what the model said, for the report

constexpr char kPassage[] = "Ada Lovelace was born in London in 1815.";
constexpr char kYear[] = "1815";

tl::unexpected<Error> nonsense(std::string message, const std::string& likely_cause = {}) {
  return fail(ErrorCode::kCorrupt, std::move(message),
              likely_cause.empty() ? "the weights may be damaged: run `assay models verify`"
                                   : "of a model of your own, " + likely_cause +
                                         "; `assay models verify` checks the files of the others");
}

Answer try_linguistics(Resources& resources) {
  const auto model = resources.linguistics();
  if (!model) return tl::unexpected(model.error());
  const auto doc = (*model)->analyze(kPassage);
  if (!doc) return tl::unexpected(doc.error());
  if (doc->tokens.size() != 9) return nonsense("it splits a simple sentence wrongly");
  return fmt::format("{} and {} in a test sentence", plural(doc->tokens.size(), "token"),
                     plural(doc->noun_chunks.size(), "noun chunk"));
}

Answer try_nli(Resources& resources) {
  const auto model = resources.nli();
  if (!model) return tl::unexpected(model.error());
  const TextPair pair{kPassage, "Ada Lovelace was born in London."};
  const auto scores = (*model)->judge(std::span(&pair, 1));
  if (!scores) return tl::unexpected(scores.error());
  if (scores->front().label() != NliScores::Label::kEntailment)
    return nonsense(
        "it does not find that a sentence entails its own words",
        "the labels may be in another order than its config.json says, or it was hardly "
        "trained (docs/models.md)");
  return fmt::format("finds that a sentence entails its own words, with probability {:.2f}",
                     scores->front().entailment);
}

Answer try_qa(Resources& resources) {
  const auto model = resources.qa();
  if (!model) return tl::unexpected(model.error());
  const QuestionContext input{"When was Ada Lovelace born?", kPassage};
  const auto answers = (*model)->answer(std::span(&input, 1));
  if (!answers) return tl::unexpected(answers.error());
  const auto& answer = answers->front().answer;
  if (!answer || answer->text.find(kYear) == std::string::npos)
    return nonsense("it does not find a year that stands in the text",
                    "it may be of another task, or hardly trained");
  return fmt::format("answers \"{}\" where 1815 is asked for", answer->text);
}

// The phrase that answers the question must be found before one can be asked for it.
Answer try_questions(Resources& resources) {
  const auto generator = resources.question_generator();
  if (!generator) return tl::unexpected(generator.error());
  const auto linguistics = resources.linguistics();
  if (!linguistics) return tl::unexpected(linguistics.error());
  const auto doc = (*linguistics)->analyze(kPassage);
  if (!doc) return tl::unexpected(doc.error());
  const auto candidates = q2::find_candidates(*doc, Compat::kNone);
  for (const q2::Candidate& candidate : candidates) {
    if (candidate.text != kYear) continue;
    const q2::QuestionRequest request{&*doc, &candidate};
    const auto asked = (*generator)->generate(std::span(&request, 1), {.most = 1, .style = {}});
    if (!asked) return tl::unexpected(asked.error());
    const q2::Questions& questions = asked->front();
    if (!questions) return tl::unexpected(questions.error());
    if (questions->empty())
      return fail(ErrorCode::kCorrupt, "it asks nothing about a simple sentence",
                  "give --qg a model that was trained to ask questions (docs/models.md)");
    return fmt::format("asks \"{}\" where the answer is {}", one_line(questions->front().text),
                       kYear);
  }
  return nonsense("the linguistic model finds no date in a simple sentence");
}

Answer try_embedder(Resources& resources) {
  const auto model = resources.embedder();
  if (!model) return tl::unexpected(model.error());
  const std::string_view texts[] = {kPassage, "Lovelace's birthplace is London.",
                                    "Add two spoons of flour to the dough."};
  const auto vectors = (*model)->embed(texts);
  if (!vectors) return tl::unexpected(vectors.error());
  const auto cosine = [&](std::size_t i) {
    return std::inner_product((*vectors)[0].begin(), (*vectors)[0].end(), (*vectors)[i].begin(),
                              0.0F);
  };
  if (!(cosine(1) > cosine(2))) return nonsense("it finds flour nearer to Ada than her birthplace");
  return fmt::format("cosine {:.2f} of sentences alike, {:.2f} of others", cosine(1), cosine(2));
}

Answer try_wordnet(Resources& resources) {
  const auto wordnet = resources.wordnet();
  if (!wordnet) return tl::unexpected(wordnet.error());
  const auto synonyms = (*wordnet)->synonyms("cars");
  return fmt::format("{} of cars", plural(synonyms->size(), "synonym"));
}

// Weights that fit no metric of this build help `assay calibrate apply` alone.
Answer try_ensemble(Resources& resources) {
  const auto ensemble = resources.ensemble();
  if (!ensemble) return tl::unexpected(ensemble.error());
  const auto components = ensemble::component_names(**ensemble);
  if (!components) return tl::unexpected(components.error());
  std::vector<double> means;
  for (const EnsembleTerm& term : (*ensemble)->terms) means.push_back(term.mean);
  return fmt::format("combines {}; probability {:.2f} where each has its mean",
                     fmt::join(*components, ", "), probability_of((*ensemble)->logit(means)));
}

struct ModelTrial {
  const char* name;
  Answer (*run)(Resources&);
  bool may_be_missing;  // few metrics need it, and it can be left out
};

constexpr ModelTrial kTrials[] = {
    {"linguistics", try_linguistics, false},
    {"nli", try_nli, false},
    {"qa", try_qa, false},
    {"qg", try_questions, false},
    {"embedder", try_embedder, true},
    {"wordnet", try_wordnet, true},
    {"ensemble", try_ensemble, true},
};

DoctorCheck check_trial(Resources& resources, const ModelTrial& trial) {
  const std::string name = fmt::format("model {}", trial.name);
  const auto start = std::chrono::steady_clock::now();
  const Answer answer = trial.run(resources);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (answer)
    return {Verdict::kOk, name, fmt::format("{}; {}", *answer, format_duration(seconds.count()))};
  Error error = answer.error();
  std::string hint = std::move(error.hint);
  error.hint.clear();
  const bool is_warning = trial.may_be_missing && error.code == ErrorCode::kNotFound;
  return {is_warning ? Verdict::kWarning : Verdict::kFailure, name, error.to_string(),
          std::move(hint)};
}

std::string join_problems(const std::vector<FileProblem>& problems) {
  std::string text;
  for (const FileProblem& problem : problems)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", problem.path, problem.problem);
  return text;
}

DoctorCheck check_files(const KnownModel& model) {
  const std::string name = fmt::format("files of {}", model.entry.name);
  if (model.folder.empty())
    return {
        Verdict::kWarning, name, "described, but not on this machine",
        "set ASSAY_MODELS to the folder that holds it; in a source tree `tools/setup.sh core` fetches "
        "what is not part of it"};
  const auto problems = verify_model(model);
  if (problems.empty())
    return {Verdict::kOk, name, fmt::format("{}, every byte as released", model.folder.string())};
  return {Verdict::kFailure, name,
          fmt::format("{}: {}", model.folder.string(), join_problems(problems)),
          "put these files back from where the models came from"};
}

DoctorCheck check_places(const std::vector<std::filesystem::path>& extra) {
  std::string places;
  for (const auto& folder : models_search_path(extra))
    places += (places.empty() ? "" : ", ") + folder.string();
  if (!places.empty()) return {Verdict::kOk, "model folders", places};
  return {Verdict::kFailure, "model folders", "there are none",
          "set ASSAY_MODELS to the folder that holds the models"};
}

}  // namespace

std::vector<DoctorCheck> check_models(Resources& resources,
                                      const std::vector<std::filesystem::path>& extra) {
  std::vector<DoctorCheck> checks = {check_places(extra)};
  const auto models = list_models(extra);
  if (!models) {
    checks.push_back({Verdict::kFailure, "models manifest", models.error().to_string(),
                      "put manifest.json back from where the models came from"});
  } else {
    for (const KnownModel& model : *models) checks.push_back(check_files(model));
  }
  for (const ModelTrial& trial : kTrials) checks.push_back(check_trial(resources, trial));
  return checks;
}

}  // namespace assay::cli
