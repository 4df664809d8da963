#pragma once
// How a folder of `sentence-transformers` turns the states of tokens into one vector: modules.json,
// 1_Pooling/config.json and what follows.

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "model/activation.h"
#include "model/field_reader.h"

namespace assay::model {

enum class Pooling { kFirst, kMax, kMean, kMeanOfRoot, kWeightedMean, kLast };

// A step after pooling: a layer, or the length made 1.
struct SentenceStep {
  enum class Kind { kDense, kNormalize };
  Kind kind = Kind::kNormalize;
  std::size_t from = 0;
  std::size_t to = 0;
  bool has_bias = true;
  Activation activation = Activation::kTanh;
  std::filesystem::path weights;
};

struct SentenceModules {
  std::vector<Pooling> poolings = {Pooling::kMean};  // their vectors are joined
  std::vector<SentenceStep> steps;
  std::size_t dimension = 0;                 // of the result; 0: unknown
  std::size_t max_tokens = 0;                // most tokens of a sequence; 0: not said
  std::vector<std::filesystem::path> files;  // that were read, relative to the folder
};

// The mean of all tokens where the folder has no modules.json. kUnsupported names the module or
// field that asks for what this build cannot do.
Result<SentenceModules> read_sentence_modules(const std::filesystem::path& folder,
                                              std::size_t hidden_size);

// The parts of it, from the text of a file; `file` is only named in errors.
Result<std::vector<Pooling>> parse_pooling(std::string_view json, const std::string& file);
Result<SentenceStep> parse_dense(std::string_view json, const std::string& file);

}  // namespace assay::model
