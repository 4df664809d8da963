// Includes every public header and uses the library: the overlap of two texts, and a model.
//   consumer MODELS_FOLDER

#include <array>
#include <cstdio>
#include <filesystem>

#include "assay/cache.h"
#include "assay/engine.h"
#include "assay/error.h"
#include "assay/metric.h"
#include "assay/model.h"
#include "assay/nlp.h"
#include "assay/record.h"
#include "assay/result.h"
#include "assay/version.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::filesystem::path models = argv[1];
  std::printf("assay %s\n", assay::kVersion);

  const auto nli = assay::NliModel::load(models / "nli");
  if (!nli) {
    std::fprintf(stderr, "%s\n", nli.error().message.c_str());
    return 1;
  }
  const std::array pairs = {assay::TextPair{"The cat sleeps.", "The cat is asleep."}};
  const auto scores = (*nli)->judge(pairs);
  if (!scores || scores->size() != 1) return 1;
  std::printf("entailment %.3f\n", scores->front().entailment);

  const auto pipeline = assay::nlp::Pipeline::load(models / "en_core_web_sm");
  if (!pipeline) {
    std::fprintf(stderr, "%s\n", pipeline.error().message.c_str());
    return 1;
  }
  const auto doc = (*pipeline)->analyze("Brad Pitt was born in 1963.");
  if (!doc || doc->tokens.size() != 7) return 1;
  std::printf("%zu tokens\n", doc->tokens.size());
  return 0;
}
