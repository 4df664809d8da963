#pragma once
// The longest common subsequence of two texts whose words are numbers.
//
// A row of the usual table is kept as one bit a column (the steps from column to column, which are
// 0 or 1), 64 columns a word. Cost: n * m / 64 word operations at most, fewer where few words are
// equal. Memory: n + m words; positions also keep about 2 sqrt(n) rows of m bits.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace assay::reference {

using WordIdSpan = std::span<const std::uint32_t>;

// For every word of a text, the places where it stands: made once where one text is compared with
// many. The text must outlive it.
class WordPlaces {
 public:
  explicit WordPlaces(WordIdSpan text);

  using Place = std::pair<std::uint32_t, std::size_t>;  // word, place
  WordIdSpan text() const { return text_; }
  // Ascending.
  std::span<const Place> of(std::uint32_t word) const;

 private:
  WordIdSpan text_;
  std::vector<Place> places_;  // sorted
};

std::size_t lcs_length(WordIdSpan reference, WordIdSpan response);

// Which words of `reference` one of the longest common subsequences holds, ascending. Of several
// the one that is found when the table is walked from its end, up (towards the reference's start)
// wherever that loses nothing: the one that rouge-score takes.
std::vector<std::size_t> lcs_positions(WordIdSpan reference, const WordPlaces& response);

}  // namespace assay::reference
