#pragma once
// The actions of a transition-based component, in the order of the network's outputs.
//
// spaCy stores them as counts of labels for each kind of move ("moves", msgpack around JSON) and
// orders them anew at every load; this does the same.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay::nlp {

struct Move {
  int kind = 0;       // as spaCy numbers the moves of the system
  std::string label;  // empty for moves without one
  friend bool operator==(const Move&, const Move&) = default;
};

// `bytes` is the content of the component's file `moves`.
Result<std::vector<Move>> parse_moves(std::string_view bytes);
Result<std::vector<Move>> load_moves(const std::filesystem::path& file);

// Reads a component's file `cfg`: kUnsupported unless it decodes greedily, one state at a time.
Result<void> check_greedy(const std::filesystem::path& file);

}  // namespace assay::nlp
