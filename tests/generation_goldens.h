#pragma once
// Reads tests/data/generation: what Hugging Face transformers generates with the tiny models there.

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/generate.h"

namespace assay::testing {

inline std::filesystem::path generation_data(const std::string& name) {
  return std::filesystem::path(ASSAY_SOURCE_DIR) / "tests/data/generation" / name;
}

struct GoldenCase {
  std::vector<TokenId> prompt;
  std::size_t options = 0;                      // its number in GenerationGoldens::options
  std::vector<std::vector<TokenId>> sequences;  // end token included
  std::vector<double> scores;                   // of beam search
};

struct GenerationGoldens {
  std::vector<GenerationOptions> options;
  std::vector<GoldenCase> cases;
};

inline GenerationOptions golden_options(const nlohmann::json& json) {
  GenerationOptions options;
  options.beams = json.at("num_beams");
  options.max_tokens = json.at("max_new_tokens");
  options.no_repeat_ngram = json.at("no_repeat_ngram_size");
  options.returned = json.value("num_return_sequences", 1);
  options.length_penalty = json.value("length_penalty", 1.0);
  const nlohmann::json early = json.value("early_stopping", nlohmann::json(false));
  if (early.is_string()) {
    options.early_stopping = EarlyStopping::kNever;
  } else {
    options.early_stopping = early.get<bool>() ? EarlyStopping::kYes : EarlyStopping::kNo;
  }
  return options;
}

inline GenerationGoldens read_generation_goldens(const std::string& model) {
  GenerationGoldens goldens;
  std::ifstream file(generation_data(model + ".jsonl"));
  std::string line;
  std::getline(file, line);
  const auto header = nlohmann::json::parse(line);
  for (const auto& options : header.at("options")) {
    goldens.options.push_back(golden_options(options));
  }
  while (std::getline(file, line)) {
    const auto row = nlohmann::json::parse(line);
    for (const auto& one : row.at(1)) {
      goldens.cases.push_back({row.at(0), one.at(0), one.at(1), one.at(2)});
    }
  }
  return goldens;
}

}  // namespace assay::testing
