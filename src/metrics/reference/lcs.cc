#include "metrics/reference/lcs.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace assay::reference {
namespace {

using Word = std::uint64_t;
using Ids = std::span<const std::uint32_t>;
constexpr std::size_t kBits = 64;

// For every word of a text, the places where it stands, as bits.
class Places {
 public:
  explicit Places(Ids text) : size_((text.size() + kBits - 1) / kBits), none_(size_, 0) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      auto& bits = bits_.try_emplace(text[i], size_, 0).first->second;
      bits[i / kBits] |= Word{1} << (i % kBits);
    }
  }

  std::size_t words() const { return size_; }
  const std::vector<Word>& of(std::uint32_t id) const {
    const auto found = bits_.find(id);
    return found == bits_.end() ? none_ : found->second;
  }

 private:
  std::size_t size_;
  std::vector<Word> none_;
  std::unordered_map<std::uint32_t, std::vector<Word>> bits_;
};

// One row of the table to the next. A bit of `row` is 0 where the table steps up from the column
// before.
void next_row(std::vector<Word>& row, const std::vector<Word>& matches) {
  Word carry = 0;
  for (std::size_t w = 0; w < row.size(); ++w) {
    const Word taken = row[w] & matches[w];
    const Word with_carry = row[w] + carry;
    const Word sum = with_carry + taken;
    carry = static_cast<Word>(with_carry < carry || sum < taken);
    row[w] = sum | (row[w] & ~matches[w]);
  }
}

// The table's value in column `columns` (1-based) of a row.
std::size_t value_of(const std::vector<Word>& row, std::size_t columns) {
  std::size_t value = 0;
  for (std::size_t w = 0; w * kBits < columns; ++w) {
    const std::size_t here = std::min(kBits, columns - w * kBits);
    const Word mask = here == kBits ? ~Word{0} : (Word{1} << here) - 1;
    value += static_cast<std::size_t>(std::popcount(~row[w] & mask));
  }
  return value;
}

}  // namespace

std::size_t lcs_length(Ids reference, Ids response) {
  const Places places(response);
  std::vector<Word> row(places.words(), ~Word{0});
  for (const std::uint32_t id : reference) next_row(row, places.of(id));
  return value_of(row, response.size());
}

std::vector<std::size_t> lcs_positions(Ids reference, Ids response) {
  const Places places(response);
  std::vector<std::vector<Word>> rows(1, std::vector<Word>(places.words(), ~Word{0}));
  for (const std::uint32_t id : reference) {
    rows.push_back(rows.back());
    next_row(rows.back(), places.of(id));
  }
  std::vector<std::size_t> positions;
  std::size_t i = reference.size();
  std::size_t j = response.size();
  // Whether the value at (i, j) is larger than that above it. Then the words there are equal, or
  // the value comes from the left, where the same holds.
  const auto rises = [&] { return i > 0 && value_of(rows[i], j) > value_of(rows[i - 1], j); };
  for (bool rising = rises(); i > 0 && j > 0;) {
    if (reference[i - 1] == response[j - 1]) {
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
