#pragma once
// How far before the end of a text a suffix pattern can begin to match.
//
// A tokenizer's suffix rules all end with `$`, but a regular expression engine looks for them from
// the front of the word: quadratic for a long run of punctuation. Knowing the reach of the rules,
// the search can begin near the end.

#include <cstddef>
#include <optional>
#include <string_view>

namespace assay::nlp {

struct SuffixReach {
  std::size_t characters = 0;  // most characters that a match takes, runs aside
  // Some alternative is a run of one character (`\.\.+$`), which can take any number of them.
  bool has_runs = false;
};

// Nothing when the pattern (in Python's dialect) is not known to be of this kind: every top-level
// alternative ends with `$` and is of bounded length or such a run.
std::optional<SuffixReach> suffix_reach(std::string_view pattern);

}  // namespace assay::nlp
