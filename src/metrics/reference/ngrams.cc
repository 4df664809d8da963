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

// Calls `visit` with the place in `said` of every n-gram that `known` has too; both are sorted. Of
// equal ones in `said` the first are visited, as many as `known` has.
template <typename Visit>
void for_each_shared(const std::vector<Ngram>& said, const std::vector<Ngram>& known,
                     const Visit& visit) {
  for (std::size_t i = 0, j = 0; i < said.size() && j < known.size();) {
    if (said[i] == known[j]) {
      visit(i);
      ++i;
      ++j;
    } else if (said[i] < known[j]) {
      ++i;
    } else {
      ++j;
    }
  }
}

std::int64_t size_of(const std::vector<Ngram>& ngrams) {
  return static_cast<std::int64_t>(ngrams.size());
}

}  // namespace

NgramCounts count_ngrams(std::span<const std::uint32_t> response,
                         std::span<const std::uint32_t> other, std::size_t n) {
  const std::vector<Ngram> said = sorted_ngrams(response, n);
  const std::vector<Ngram> known = sorted_ngrams(other, n);
  NgramCounts counts{size_of(said), size_of(known), 0};
  for_each_shared(said, known, [&](std::size_t) { ++counts.shared; });
  return counts;
}

// The places that any of the others visits: of equal n-grams as many as the largest number visits.
SharedNgrams count_shared(std::span<const std::uint32_t> response,
                          std::span<const std::vector<std::uint32_t>> others, std::size_t n) {
  const std::vector<Ngram> said = sorted_ngrams(response, n);
  std::vector<char> is_shared(said.size(), 0);
  for (const auto& other : others)
    for_each_shared(said, sorted_ngrams(other, n), [&](std::size_t i) { is_shared[i] = 1; });
  return {size_of(said), std::count(is_shared.begin(), is_shared.end(), 1)};
}

}  // namespace assay::reference
