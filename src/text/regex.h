#pragma once
// Regular expressions of tokenizer files, in the dialect that they are written in: Oniguruma's.
//
//   auto pattern = Regex::compile(R"(\p{N}{1,3}| ?\p{L}+)");
//   std::vector<RegexPart> parts;
//   auto done = pattern->find_parts("in 2024", parts);   // "in", " "?, ...
//
// Thread-safety: a Regex is immutable; all calls may be made from many threads. Cost: as the
// pattern has it; backtracking is cut off after ten million steps at one place of the text.
// Failure: a pattern that does not compile is kCorrupt, a search that was cut off kUnsupported.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tokenizer.h"

struct re_pattern_buffer;  // Oniguruma's

namespace assay::text {

// A part of a text: a match, or what lies between two.
struct RegexPart {
  ByteRange range;
  bool is_match = false;
};

class Regex {
 public:
  static Result<Regex> compile(std::string_view pattern);

  // Appends parts that cover the text, in order. Matches may be empty; what lies between is not.
  // An empty match directly behind another match does not count.
  Result<void> find_parts(std::string_view text, std::vector<RegexPart>& parts) const;

 private:
  struct Free {
    void operator()(re_pattern_buffer* compiled) const;
  };
  using Compiled = std::unique_ptr<re_pattern_buffer, Free>;

  Regex(std::string pattern, Compiled compiled)
      : pattern_(std::move(pattern)), compiled_(std::move(compiled)) {}

  std::string pattern_;
  Compiled compiled_;
};

// The parts of a text that are equal to `literal`, which must not be empty, and what lies between.
void find_literal_parts(std::string_view literal, std::string_view text,
                        std::vector<RegexPart>& parts);

}  // namespace assay::text
