#include "cli/generate/errors.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace assay::cli {
namespace {

struct OptionOfMember {
  std::string_view member;
  std::string_view option;
};

constexpr std::array<OptionOfMember, 18> kOptions = {{
    {"max_tokens", "--max-tokens"},
    {"beams", "--beams"},
    {"returned", "--returned"},
    {"length_penalty", "--length-penalty"},
    {"early_stopping", "--early-stopping"},
    {"no_repeat_ngram", "--no-repeat-ngram"},
    {"temperature", "--temperature"},
    {"top_k", "--top-k"},
    {"top_p", "--top-p"},
    {"seed", "--seed"},
    {"stops", "--stop"},
    {"grammar", "--grammar"},
    {"base_url", "--endpoint"},
    {"model", "--model"},
    {"key_variable", "--key-variable"},
    {"concurrency", "--concurrency"},
    {"deadline", "--deadline"},
    {"context", "--context"},
}};

// Members stand in backticks; "the name of the model" and "a grammar" are words.
std::string with_options(std::string text) {
  for (const OptionOfMember& one : kOptions) {
    const std::string quoted = "`" + std::string(one.member) + "`";
    for (auto at = text.find(quoted); at != std::string::npos; at = text.find(quoted, at)) {
      text.replace(at, quoted.size(), one.option);
    }
  }
  return text;
}

}  // namespace

Error in_words_of_generate(Error error) {
  const bool names_member = error.code == ErrorCode::kInvalidOption &&
                            std::any_of(kOptions.begin(), kOptions.end(),
                                        [&](const auto& one) { return one.member == error.field; });
  if (names_member) {
    error.field.clear();
    error.message = with_options(std::move(error.message));
  }
  error.hint = with_options(std::move(error.hint));
  return error;
}

}  // namespace assay::cli
