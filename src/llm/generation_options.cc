#include "llm/generation_options.h"

#include <cmath>
#include <string>

namespace assay::llm {
namespace {

// Two sequences of the cache a beam, of which llama.cpp has 256.
constexpr int kMostBeams = 128;

tl::unexpected<Error> refuse(const char* option, const std::string& rule) {
  Error error;
  error.code = ErrorCode::kInvalidOption;
  error.message = std::string("`") + option + "` must be " + rule;
  error.field = option;
  return tl::unexpected(error);
}

}  // namespace

Result<void> check(const GenerationOptions& options) {
  if (options.max_tokens < 1) return refuse("max_tokens", "at least 1");
  if (options.beams < 1 || options.beams > kMostBeams) {
    return refuse("beams", "1 to " + std::to_string(kMostBeams));
  }
  if (options.returned < 1 || options.returned > options.beams) {
    return refuse("returned", "1 to the number of beams");
  }
  if (!std::isfinite(options.length_penalty)) return refuse("length_penalty", "a finite number");
  if (options.no_repeat_ngram < 0) return refuse("no_repeat_ngram", "0 or more");
  return {};
}

}  // namespace assay::llm
