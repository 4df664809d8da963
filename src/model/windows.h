#pragma once
// Reading a long text in overlapping windows beside a question or hypothesis that stays whole.

#include <cstddef>
#include <vector>

#include "model/row_runner.h"

namespace assay::model {

// A half-open range of tokens of the long text.
struct Window {
  std::size_t first = 0;
  std::size_t last = 0;
  friend bool operator==(const Window&, const Window&) = default;
};

// Windows of `size` tokens, each sharing `shared` tokens with the one before; the last one ends
// with the text and is moved back to be full. One window when the text fits. `shared` is below
// `size`, which is at least 1.
std::vector<Window> cut_windows(std::size_t tokens, std::size_t size, std::size_t shared);

// How a pair of a fixed and a long text is laid out in sequences.
struct PairPlan {
  std::size_t fixed_tokens = 0;  // of the fixed text, after cutting
  bool truncated = false;        // the fixed text was cut
  std::vector<Window> windows;   // of the long text
};

// Limits in tokens; of whole sequences, special tokens included, unless said otherwise.
struct SequenceLimits {
  std::size_t max_length = 512;  // of any sequence
  std::size_t whole = 512;       // a pair up to this is read whole
  std::size_t window = 0;        // tokens of the long text in one window; 0: as many as fit
  std::size_t shared = 0;        // tokens of it that two windows share; 0: a quarter of the window
  std::size_t specials = 3;      // special tokens of a pair
};

// A fixed text that leaves less than a few tokens of room is cut at its end, there being no other
// way; nothing else ever is.
PairPlan plan_pair(std::size_t fixed, std::size_t text, const SequenceLimits& limits);

// The limits of a runner's model and options; `specials` from its tokenizer. kInvalidOption when
// max_length leaves no room for texts.
Result<SequenceLimits> sequence_limits(const RowRunner& runner, std::size_t specials);

}  // namespace assay::model
