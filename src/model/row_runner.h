#pragma once
// From rows to network outputs: equal rows once, known rows from the cache, the rest in the engine.
// Rows of recent calls are remembered, so that metrics that ask the same of a window (q2 and q2-f1)
// share the work.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "assay/cache.h"
#include "assay/model.h"
#include "assay/tokenizer.h"
#include "model/engine.h"

namespace assay::model {

// What the models of all tasks share: folder, tokenizer, engine, cache, statistics.
//
// Thread-safety: run may be called from many threads; calls are serialised.
class RowRunner {
 public:
  // `layer` is of Head::kTokens.
  static Result<std::unique_ptr<RowRunner>> load(const std::filesystem::path& folder, Head head,
                                                 const ModelOptions& options,
                                                 std::optional<std::size_t> layer = {});

  // The output of every row, in order. `inputs` is only counted.
  Result<std::vector<std::vector<float>>> run(std::vector<Row> rows, std::size_t inputs);

  WeightsKind weights_kind() const { return folder_.weights_kind; }
  const ModelConfig& config() const { return folder_.config; }
  std::string config_file() const { return (folder_.folder / "config.json").string(); }
  const Tokenizer& tokenizer() const { return *tokenizer_; }
  const ModelOptions& options() const { return options_; }
  // Most tokens of one sequence: what the network has positions for, or less by an option.
  std::size_t max_length() const { return max_length_; }
  // Of Head::kEmbed; 0 when it is not known.
  std::size_t embedding_size() const { return folder_.sentence.dimension; }
  // Hash of the folder's files, name of the engine, and the options that change results.
  const std::string& fingerprint() const { return fingerprint_; }
  ModelStats stats() const;

 private:
  RowRunner() = default;
  CacheKey key_of(const Row& row) const;
  bool plausible(const Row& row, const std::string& cached) const;
  Result<void> compute(const std::vector<Row>& rows, const std::vector<CacheKey>& keys,
                       const std::vector<std::size_t>& wanted,
                       std::vector<std::vector<float>>& outputs);

  Result<void> check_numbers(const std::vector<std::vector<float>>& outputs) const;
  void remember(const CacheKey& key, const std::vector<float>& output);

  ModelFolder folder_;
  Head head_ = Head::kClassify;
  ModelOptions options_;
  std::size_t max_length_ = 0;
  std::shared_ptr<const Tokenizer> tokenizer_;
  std::unique_ptr<Engine> engine_;
  std::string arithmetic_;   // what the output of a row depends on, for cache keys
  std::string fingerprint_;  // the same and how texts are cut into rows
  std::unordered_map<CacheKey, std::vector<float>> recent_;
  std::size_t recent_floats_ = 0;
  mutable std::mutex mutex_;  // guards the engine, what is remembered and the statistics
  ModelStats stats_;
};

// The row of an encoded text or pair.
Row row_of(const Encoding& encoding);

}  // namespace assay::model
