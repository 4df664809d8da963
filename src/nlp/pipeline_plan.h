#pragma once
// What a pipeline folder says it is: checked before anything large is read.

#include <filesystem>
#include <string>

#include "assay/error.h"

namespace assay::nlp {

struct PipelinePlan {
  std::string name;     // "core_web_sm"
  std::string version;  // "3.8.0"
  // Names of the enabled components of these kinds; empty when there is none.
  std::string attribute_ruler;
  std::string lemmatizer;
  bool has_tagger = false;
  bool has_parser = false;
  bool has_entities = false;
  bool lemmatizer_overwrites = false;
};

// Reads config.cfg and meta.json. kUnsupported, with its name, for a language other than English, a
// tokenizer, component or order of components that spaCy can run and this library cannot.
Result<PipelinePlan> read_pipeline_plan(const std::filesystem::path& folder);

}  // namespace assay::nlp
