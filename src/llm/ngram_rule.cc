#include "llm/ngram_rule.h"

#include <algorithm>

namespace assay::llm {

std::vector<TokenId> tokens_completing_ngrams(std::span<const TokenId> tokens, std::size_t n) {
  std::vector<TokenId> blocked;
  if (n == 0 || tokens.size() + 1 < n) return blocked;
  const std::size_t context = n - 1;
  const auto last = tokens.subspan(tokens.size() - context);
  for (std::size_t i = 0; i + context < tokens.size(); ++i) {
    const auto here = tokens.subspan(i, context);
    if (std::equal(here.begin(), here.end(), last.begin())) blocked.push_back(tokens[i + context]);
  }
  return blocked;
}

}  // namespace assay::llm
