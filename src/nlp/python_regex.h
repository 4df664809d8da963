#pragma once
// Regular expressions written for Python's `re`, run by PCRE2 (JIT, Unicode).
//
//   auto infix = PythonRegex::compile("\\.\\.+|(?<=[0-9])[+*](?=[0-9-])");
//   auto found = infix->search("2*2");  // Result<std::optional<RegexMatch>>
//
// The pattern is translated where the two dialects differ (\uXXXX, \UXXXXXXXX, \s, \Z, `[` in a
// class); what has no faithful translation is kUnsupported and names the construct. Offsets are
// bytes; texts are valid UTF-8.
//
// Thread-safety: immutable; all searches may run at once. Failure of a search: kInvalidInput when a
// text makes the matcher run into its limits.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "nlp/regex_reach.h"

struct pcre2_real_code_8;

namespace assay::nlp {

struct RegexMatch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The same pattern in PCRE2's dialect, for UTF and UCP mode.
Result<std::string> translate_python_pattern(std::string_view pattern);

class PythonRegex {
 public:
  static Result<PythonRegex> compile(std::string_view pattern);

  // re.search from byte `from` on; look-behinds see what stands before it.
  Result<std::optional<RegexMatch>> search(std::string_view text, std::size_t from = 0) const;

  // What search finds from byte 0 on, but quick for a long text when the pattern is of the kind
  // that suffix_reach knows.
  Result<std::optional<RegexMatch>> search_suffix(std::string_view text) const;

  // re.match: whether the pattern matches at the start of the text.
  Result<bool> matches_start(std::string_view text) const;

  // re.finditer.
  Result<std::vector<RegexMatch>> find_all(std::string_view text) const;

 private:
  struct FreeCode {
    void operator()(pcre2_real_code_8* code) const;
  };

  PythonRegex(pcre2_real_code_8* code, std::optional<SuffixReach> reach)
      : code_(code), reach_(reach) {}
  Result<std::optional<RegexMatch>> run(std::string_view text, std::size_t from,
                                        unsigned options) const;

  std::unique_ptr<pcre2_real_code_8, FreeCode> code_;
  std::optional<SuffixReach> reach_;
};

}  // namespace assay::nlp
