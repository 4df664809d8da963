#pragma once
// The seam between the models and what multiplies matrices.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "base/interrupt.h"
#include "model/model_folder.h"

namespace assay::model {

// One sequence as the network reads it, special tokens included, without padding.
struct Row {
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> types;  // as long as ids

  std::size_t size() const { return ids.size(); }
  friend bool operator==(const Row&, const Row&) = default;
};

enum class Head {
  kClassify,  // output: one logit a label
  kSpan,      // output: a start logit for every token, then an end logit for every token
  kEmbed,     // output: the mean of the last layer over all tokens, not normalised
  kTokens,    // output: the states of every token at one layer, one token after the other
};

struct EngineOptions {
  int threads = 1;                               // at least 1
  std::size_t batch_tokens = 4096;               // most tokens of one call, padding included
  const std::atomic<bool>* interrupt = nullptr;  // not owned; set: run() ends with kInterrupted

  bool is_interrupted() const { return base::is_set(interrupt); }
};

// The error of a run() that was asked to stop.
tl::unexpected<Error> interrupted();

// What run() adds to the statistics.
struct EngineWork {
  std::uint64_t padded_tokens = 0;
};

// A loaded network. The output of a row depends on that row alone: not on the other rows, their
// number or order, nor on the number of threads; bit for bit.
//
// Thread-safety: run may be called by one thread at a time; it uses EngineOptions::threads itself.
// Failure: ids that the network has no embedding for are kCorrupt (tokenizer and weights do not fit
// together).
class Engine {
 public:
  virtual ~Engine() = default;
  // One vector a row, in order. Rows are not empty and at most max_length long.
  virtual Result<std::vector<std::vector<float>>> run(std::span<const Row> rows,
                                                      EngineWork& work) = 0;
  // Names the arithmetic, for cache keys: outputs of engines with different names may differ in
  // their last bits.
  virtual std::string name() const = 0;
};

Result<std::unique_ptr<Engine>> load_engine(const ModelFolder& folder, Head head,
                                            const EngineOptions& options);

}  // namespace assay::model
