#include "metrics/reference/ngrams.h"

#include <algorithm>
#include <array>
#include <vector>

namespace assay::reference {
namespace {

using Ngram = std::array<std::uint32_t, kLongestNgram>;

std::vector<Ngram> sorted_ngrams(std::span<const std::uint32_t> words, std::size_t n) {
  std::vector<Ngram> ngrams;
  if (words.size() < n) return ngrams;
  ngrams.resize(words.size() - n + 1);
  for (std::size_t i = 0; i < ngrams.size(); ++i) {
    std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(i), n, ngrams[i].begin());
  }
  std::sort(ngrams.begin(), ngrams.end());
  return ngrams;
}

}  // namespace

NgramCounts count_ngrams(std::span<const std::uint32_t> response,
                         std::span<const std::uint32_t> other, std::size_t n) {
  const std::vector<Ngram> said = sorted_ngrams(response, n);
  const std::vector<Ngram> known = sorted_ngrams(other, n);
  NgramCounts counts{static_cast<std::int64_t>(said.size()),
                     static_cast<std::int64_t>(known.size()), 0};
  for (std::size_t i = 0, j = 0; i < said.size() && j < known.size();) {
    if (said[i] == known[j]) {
      ++counts.shared;
      ++i;
      ++j;
    } else if (said[i] < known[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return counts;
}

}  // namespace assay::reference
