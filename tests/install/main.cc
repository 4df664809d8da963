// The example of docs/library.md, and every public header: overlap and entailment of two records,
// and the tokens of a text.
//   consumer MODELS_FOLDER

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "assay/cache.h"
#include "assay/endpoint.h"
#include "assay/engine.h"
#include "assay/error.h"
#include "assay/generate.h"
#include "assay/metric.h"
#include "assay/model.h"
#include "assay/models.h"
#include "assay/nlp.h"
#include "assay/plan.h"
#include "assay/record.h"
#include "assay/record_reader.h"
#include "assay/result.h"
#include "assay/result_reader.h"
#include "assay/token_embedder.h"
#include "assay/tokenizer.h"
#include "assay/version.h"
#include "examples.h"

namespace {

int fail(const assay::Error& error) {
  std::fprintf(stderr, "%s\n", error.to_string().c_str());
  return 1;
}

assay::Record record(std::string response, std::string knowledge) {
  assay::Record record;
  record.response = std::move(response);
  record.knowledge = {{.id = "", .title = "", .text = std::move(knowledge)}};
  return record;
}

// The functions of examples.cc; of those that need a language model or a server, what they say
// without one.
bool examples_run(const std::filesystem::path& models) {
  const auto judged = examples::judge_a_pair(models / "nli");
  const auto answered = examples::answer_a_question(models / "qa");
  const auto near =
      examples::similarity(models / "all-minilm-l6-v2", "A cat sleeps.", "A cat is asleep.");
  const auto far =
      examples::similarity(models / "all-minilm-l6-v2", "A cat sleeps.", "Taxes rose.");
  const auto states = examples::count_states(models / "all-minilm-l6-v2", "A cat sleeps.");
  if (!judged || !answered || !near || !far || !states) return false;
  std::printf("similarity %.3f, %.3f; %zu states\n", *near, *far, *states);
  if (*near <= *far || *states != 6) return false;  // [CLS] a cat sleeps . [SEP]
  // A file that is no model is refused, by the llama.cpp that is installed along.
  const auto written = examples::chat(models / "nli" / "config.json", "Are you there?");
  const auto likelier =
      examples::finds_likelier(models / "nli" / "config.json", "Are you", " there", " here");
  if (written || written.error().code != assay::ErrorCode::kCorrupt || likelier) return false;
  // Nobody answers at the discard port.
  const auto said = examples::probability_of_yes("http://127.0.0.1:9/v1", "none", "Is it?");
  return !said && said.error().code == assay::ErrorCode::kIo;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::filesystem::path models = argv[1];
  std::printf("assay %s\n", assay::kVersion);

  assay::ModelPaths paths;
  paths.linguistics = (models / "en_core_web_sm").string();
  paths.nli = (models / "nli").string();
  const auto resources = assay::make_resources(paths, {});
  if (!resources) return fail(resources.error());

  const std::vector<assay::Record> records = {
      record("The cat sleeps on the sofa.", "The cat is asleep on the sofa."),
      record("The Louvre is in Rome.", "The Louvre is a museum in Paris.")};
  for (const char* name : {"overlap", "nli"}) {
    const auto metric = assay::make_metric(name, {}, **resources);
    if (!metric) return fail(metric.error());
    const auto results = (*metric)->score(records);
    if (!results) return fail(results.error());
    for (const assay::RecordResult& result : *results) {
      if (!result.score) return 1;
      std::printf("%s %.3f\n", name, *result.score);
    }
  }

  const auto pipeline = (*resources)->linguistics();
  if (!pipeline) return fail(pipeline.error());
  const auto doc = (*pipeline)->analyze("Brad Pitt was born in 1963.");
  if (!doc || doc->tokens.size() != 7) return 1;
  std::printf("%zu tokens\n", doc->tokens.size());
  return examples_run(models) ? 0 : 1;
}
