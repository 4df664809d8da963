#include "llm/generation_options.h"

#include <cmath>
#include <string>

#include "llm/grammar_check.h"

namespace assay::llm {
namespace {

// Two sequences of the cache a beam and one besides, of which llama.cpp has 256.
constexpr int kMostBeams = 127;
constexpr int kMostSamples = 1000;
// Powers of a number of tokens, and what is divided by them, must stay numbers.
constexpr double kLargestPenalty = 50;

tl::unexpected<Error> refuse(const char* option, const std::string& rule) {
  Error error;
  error.code = ErrorCode::kInvalidOption;
  error.message = std::string("`") + option + "` must be " + rule;
  error.field = option;
  return tl::unexpected(error);
}

int most_returned(const GenerationOptions& options) {
  if (options.beams > 1) return options.beams;
  return options.temperature > 0 ? kMostSamples : 1;
}

Result<void> check_sampling(const GenerationOptions& options) {
  if (!std::isfinite(options.temperature) || options.temperature < 0) {
    return refuse("temperature", "0 or more");
  }
  if (options.top_k < 0) return refuse("top_k", "0 or more");
  // Not `<= 0`: it must be false for NaN.
  if (!(options.top_p > 0 && options.top_p <= 1)) return refuse("top_p", "above 0 and at most 1");
  for (const std::string& stop : options.stops) {
    if (stop.empty()) return refuse("stops", "strings that are not empty");
  }
  return {};
}

// What beam search does not take.
Result<void> check_beams(const GenerationOptions& options) {
  if (options.beams == 1) return {};
  if (options.temperature > 0) return refuse("temperature", "0 where `beams` is more than 1");
  if (!options.stops.empty()) return refuse("stops", "empty where `beams` is more than 1");
  if (!options.grammar.empty()) return refuse("grammar", "empty where `beams` is more than 1");
  return {};
}

}  // namespace

Result<void> check(const GenerationOptions& options) {
  if (options.max_tokens < 1) return refuse("max_tokens", "at least 1");
  if (options.beams < 1 || options.beams > kMostBeams) {
    return refuse("beams", "1 to " + std::to_string(kMostBeams));
  }
  if (const int most = most_returned(options); options.returned < 1 || options.returned > most) {
    return refuse("returned", "1 to the number of beams, 1 without beams and sampling, at most " +
                                  std::to_string(kMostSamples) + " samples");
  }
  if (!(std::abs(options.length_penalty) <= kLargestPenalty)) {
    return refuse("length_penalty", "from -50 to 50");
  }
  if (options.no_repeat_ngram < 0) return refuse("no_repeat_ngram", "0 or more");
  if (auto good = check_sampling(options); !good) return good;
  if (const auto rule = broken_rule_of_grammar(options.grammar)) return refuse("grammar", *rule);
  return check_beams(options);
}

}  // namespace assay::llm
