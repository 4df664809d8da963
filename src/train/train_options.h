#pragma once
// Options of the command line that every task has.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "train/trainer.h"

namespace assay::train {

struct CommonOptions {
  std::vector<std::string> files;
  std::string base = "all-minilm-l6-v2";  // a folder or GGUF file, or a model's name
  std::vector<std::string> evaluations;   // NAME=FILE or FILE
  std::size_t max_length = 128;
  std::size_t source_cap = 0;
  std::vector<std::string> source_caps;  // NAME=N
  bool train_word_embeddings = false;
  std::size_t frozen_layers = 0;
  std::string precision = "f32";  // or bf16
  TrainOptions train;
};

// Of every number of rows, steps or tokens.
inline constexpr std::uint64_t kMostCount = 1'000'000'000;

// What every command has, and what those that start from an encoder have besides.
void add_run_options(CLI::App& app, CommonOptions& options);
void add_encoder_options(CLI::App& app, CommonOptions& options);

// "name=value" in two; kInvalidOption names the option.
Result<std::pair<std::string, std::string>> split_assignment(const std::string& text,
                                                             const std::string& option);

struct NamedFile {
  std::string name;
  std::string file;
};
// The --eval options; one without a name is called like its file.
std::vector<NamedFile> evaluation_files(const CommonOptions& options);

// Checks values that make no sense together or alone.
Result<void> check_options(const CommonOptions& options);

// Everything that determines a run, for its config.json: options, and the hashes of data and base.
Result<nlohmann::ordered_json> describe_run(const std::string& task, const CommonOptions& options);

}  // namespace assay::train
