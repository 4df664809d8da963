#include "metrics/reference/lcs.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace assay::reference {
namespace {

using Word = std::uint64_t;
using Row = std::vector<Word>;
constexpr std::size_t kBits = 64;

Row first_row(std::size_t columns) {
  return Row((columns + kBits - 1) / kBits, ~Word{0});
}

// One row of the table to the next, whose word stands in the columns `places`. A bit of `row` is 0
// where the table steps up from the column before. Words without a place and without a carry stay.
void next_row(Row& row, std::span<const WordPlaces::Place> places) {
  Word carry = 0;
  std::size_t next = 0;
  for (std::size_t w = 0; carry != 0 || next < places.size(); ++w) {
    if (carry == 0) w = places[next].second / kBits;
    if (w == row.size()) return;
    Word matches = 0;
    for (; next < places.size() && places[next].second / kBits == w; ++next)
      matches |= Word{1} << (places[next].second % kBits);
    const Word taken = row[w] & matches;
    const Word with_carry = row[w] + carry;
    const Word sum = with_carry + taken;
    carry = static_cast<Word>(with_carry < carry || sum < taken);
    row[w] = sum | (row[w] & ~matches);
  }
}

// The table's value in column `columns` (1-based) of a row.
std::size_t value_of(const Row& row, std::size_t columns) {
  std::size_t value = 0;
  for (std::size_t w = 0; w * kBits < columns; ++w) {
    const std::size_t here = std::min(kBits, columns - w * kBits);
    const Word mask = here == kBits ? ~Word{0} : (Word{1} << here) - 1;
    value += static_cast<std::size_t>(std::popcount(~row[w] & mask));
  }
  return value;
}

// The table's rows, asked for from the last to the first: some are kept, those between them are
// computed again when the walk comes to them.
class Rows {
 public:
  Rows(WordIdSpan reference, const WordPlaces& response)
      : reference_(reference),
        response_(response),
        step_(static_cast<std::size_t>(std::sqrt(static_cast<double>(reference.size()))) + 1) {
    Row row = first_row(response.text().size());
    for (std::size_t i = 0; i < reference.size(); ++i) {
      if (i % step_ == 0) kept_.push_back(row);
      next_row(row, response.of(reference[i]));
    }
  }

  // Whether the value in row `i` (at least 1) and column `j` is larger than that above it.
  bool rises(std::size_t i, std::size_t j) {
    load((i - 1) / step_);
    const std::size_t at = i - block_ * step_;
    return value_of(rows_[at], j) > value_of(rows_[at - 1], j);
  }

 private:
  // The rows from the block's first to the next block's first.
  void load(std::size_t block) {
    if (!rows_.empty() && block == block_) return;
    block_ = block;
    rows_.assign(1, kept_[block]);
    const std::size_t begin = block * step_;
    for (std::size_t i = begin; i < std::min(begin + step_, reference_.size()); ++i) {
      rows_.push_back(rows_.back());
      next_row(rows_.back(), response_.of(reference_[i]));
    }
  }

  WordIdSpan reference_;
  const WordPlaces& response_;
  std::size_t step_;
  std::vector<Row> kept_;
  std::vector<Row> rows_;
  std::size_t block_ = 0;
};

}  // namespace

WordPlaces::WordPlaces(WordIdSpan text) : text_(text) {
  places_.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) places_.emplace_back(text[i], i);
  std::sort(places_.begin(), places_.end());
}

std::span<const WordPlaces::Place> WordPlaces::of(std::uint32_t word) const {
  const auto begin = std::lower_bound(places_.begin(), places_.end(), Place{word, 0});
  const auto end =
      std::find_if(begin, places_.end(), [&](const Place& place) { return place.first != word; });
  return {begin, end};
}

std::size_t lcs_length(WordIdSpan reference, WordIdSpan response) {
  const WordPlaces places(response);
  Row row = first_row(response.size());
  for (const std::uint32_t word : reference) next_row(row, places.of(word));
  return value_of(row, response.size());
}

std::vector<std::size_t> lcs_positions(WordIdSpan reference, const WordPlaces& response) {
  std::vector<std::size_t> positions;
  const WordIdSpan said = response.text();
  const bool share_a_word =
      std::any_of(reference.begin(), reference.end(),
                  [&](std::uint32_t word) { return !response.of(word).empty(); });
  if (!share_a_word) return positions;
  Rows rows(reference, response);
  std::size_t i = reference.size();
  std::size_t j = said.size();
  // Where a value rises the words there are equal, or it comes from the left, where the same holds.
  const auto rises = [&] { return i > 0 && rows.rises(i, j); };
  for (bool rising = rises(); i > 0 && j > 0;) {
    if (reference[i - 1] == said[j - 1]) {
      positions.push_back(--i);
      --j;
      rising = rises();
    } else if (rising) {
      --j;
    } else {
      --i;
      rising = rises();
    }
  }
  std::reverse(positions.begin(), positions.end());
  return positions;
}

}  // namespace assay::reference
