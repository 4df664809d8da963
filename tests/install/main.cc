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
#include "assay/tokenizer.h"
#include "assay/version.h"

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
  // A file that is no model is refused, by the llama.cpp that is installed along.
  const auto generator = assay::Generator::load(models / "nli" / "config.json");
  if (generator || generator.error().code != assay::ErrorCode::kCorrupt) return 1;
  // Nobody answers at the discard port.
  const auto endpoint =
      assay::Endpoint::open({.base_url = "http://127.0.0.1:9/v1", .model = "none", .attempts = 1});
  if (!endpoint) return fail(endpoint.error());
  const std::vector<assay::Conversation> conversations = {{{"user", "Are you there?"}}};
  const auto replies = (*endpoint)->chat(conversations);
  return replies && !replies->front() ? 0 : 1;
}
