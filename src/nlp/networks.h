#pragma once
// The networks of a spaCy pipeline folder, read and checked against its config.cfg.
//
// Components that listen to the pipeline's Tok2Vec share it; one that has its own brings it along.
// Immutable after load; thread-safe.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "assay/error.h"
#include "nlp/dependency_parser.h"
#include "nlp/entity_recognizer.h"
#include "nlp/tagger.h"
#include "nlp/tok2vec.h"

namespace assay::nlp {

struct Networks {
  std::vector<std::unique_ptr<Tok2Vec>> encoders;
  Tagger tagger;
  DependencyParser parser;
  EntityRecognizer recognizer;
  // Which encoder each component reads.
  std::size_t tagger_encoder = 0;
  std::size_t parser_encoder = 0;
  std::size_t recognizer_encoder = 0;
  // Entities end at the sentence boundaries of a parser that runs before the recogniser.
  bool parser_runs_first = true;

  static Result<Networks> load(const std::filesystem::path& folder);
};

}  // namespace assay::nlp
