#include "llm/token_chooser.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <string>
#include <utility>

#include "llm/llama_library.h"
#include "llm/log_probabilities.h"
#include "llm/ngram_rule.h"

namespace assay::llm {
namespace {

constexpr float kImpossible = -std::numeric_limits<float>::infinity();

std::size_t index_of(TokenId token) {
  return static_cast<std::size_t>(token);
}

// The first of the largest.
TokenId largest(std::span<const float> logits) {
  return static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

// Different for every sample, and not close for close seeds.
std::uint64_t seed_of(std::uint64_t seed, int sample) {
  std::uint64_t value = seed + 0x9e3779b97f4a7c15ULL * static_cast<std::uint64_t>(sample + 1);
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

struct Weighted {
  TokenId token = 0;
  double weight = 0;
};

// Likeliest first; of equals the smaller token.
bool before(const Weighted& a, const Weighted& b) {
  return a.weight != b.weight ? a.weight > b.weight : a.token < b.token;
}

// The likeliest tokens that together have the share `top_p` of all weight.
void cut_to_share(std::vector<Weighted>& sorted, double top_p) {
  double total = 0;
  for (const Weighted& one : sorted) total += one.weight;
  double sum = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    sum += sorted[i].weight;
    if (sum >= top_p * total) {
      sorted.resize(i + 1);
      return;
    }
  }
}

}  // namespace

TokenChooser::TokenChooser(const GenerationOptions& options, std::vector<TokenId> prefix,
                           int sample)
    : options_(options), tokens_(std::move(prefix)), random_(seed_of(options.seed, sample)) {}

Result<TokenChooser> TokenChooser::make(const Vocabulary& vocabulary,
                                        const GenerationOptions& options,
                                        std::vector<TokenId> prefix, int sample) {
  TokenChooser chooser(options, std::move(prefix), sample);
  if (options.grammar.empty()) return chooser;
  std::string why;
  std::string wrong = "`grammar` is no GBNF grammar with a rule `root`";
  try {
    (void)take_llama_error();
    chooser.grammar_.reset(
        llama_sampler_init_grammar(vocabulary.get(), options.grammar.c_str(), "root"));
    why = take_llama_error();
  } catch (const std::exception& error) {
    wrong = "`grammar` cannot be followed";
    why = error.what();
  }
  if (chooser.grammar_ != nullptr) return chooser;
  Error error;
  error.code = ErrorCode::kInvalidOption;
  error.message = std::move(wrong);
  if (!why.empty()) error.message += ": " + why;
  error.field = "grammar";
  return tl::unexpected(error);
}

bool TokenChooser::apply_rules(std::vector<float>& logits) const {
  const auto n = static_cast<std::size_t>(options_.no_repeat_ngram);
  for (const TokenId token : tokens_completing_ngrams(tokens_, n)) {
    logits[index_of(token)] = kImpossible;
  }
  if (grammar_ == nullptr) return true;
  std::vector<llama_token_data> data;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (logits[i] != kImpossible) data.push_back({static_cast<TokenId>(i), logits[i], 0});
  }
  llama_token_data_array array{data.data(), data.size(), -1, false};
  llama_sampler_apply(grammar_.get(), &array);
  std::fill(logits.begin(), logits.end(), kImpossible);
  bool any = false;
  for (std::size_t i = 0; i < array.size; ++i) {
    logits[index_of(array.data[i].id)] = array.data[i].logit;
    any = any || array.data[i].logit != kImpossible;
  }
  return any;
}

TokenId TokenChooser::draw(std::span<const float> logits) {
  const auto top = static_cast<double>(*std::max_element(logits.begin(), logits.end()));
  std::vector<Weighted> sorted;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (logits[i] == kImpossible) continue;
    const double distance = (static_cast<double>(logits[i]) - top) / options_.temperature;
    sorted.push_back({static_cast<TokenId>(i), std::exp(distance)});
  }
  const auto wanted = static_cast<std::size_t>(options_.top_k);
  if (wanted > 0 && wanted < sorted.size()) {
    std::partial_sort(sorted.begin(), sorted.begin() + options_.top_k, sorted.end(), before);
    sorted.resize(wanted);
  } else {
    std::sort(sorted.begin(), sorted.end(), before);
  }
  if (options_.top_p < 1) cut_to_share(sorted, options_.top_p);
  double total = 0;
  for (const Weighted& one : sorted) total += one.weight;
  // 53 bits, the same on every platform, which std::uniform_real_distribution is not.
  double left = static_cast<double>(random_() >> 11) * 0x1p-53 * total;
  for (const Weighted& one : sorted) {
    left -= one.weight;
    if (left < 0) return one.token;
  }
  return sorted.back().token;
}

Result<Choice> TokenChooser::choose(std::span<const float> logits) {
  try {
    const double normalizer = log_normalizer(logits);
    if (!std::isfinite(normalizer)) return tl::unexpected(no_numbers());
    std::vector<float> allowed(logits.begin(), logits.end());
    if (!apply_rules(allowed)) {
      return fail(ErrorCode::kInvalidInput,
                  "the grammar and the other rules leave no token to go on with");
    }
    const TokenId token = options_.temperature > 0 ? draw(allowed) : largest(allowed);
    if (grammar_ != nullptr) llama_sampler_accept(grammar_.get(), token);
    tokens_.push_back(token);
    return Choice{token, static_cast<double>(logits[index_of(token)]) - normalizer};
  } catch (const std::exception& error) {
    return fail(ErrorCode::kInvalidInput, std::string("the grammar failed: ") + error.what());
  }
}

}  // namespace assay::llm
