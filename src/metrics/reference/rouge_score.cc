#include "metrics/reference/rouge_score.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "metrics/reference/lcs.h"
#include "metrics/reference/ngrams.h"
#include "metrics/reference/rouge_tokens.h"
#include "metrics/reference/word_ids.h"

namespace assay::reference {
namespace {

using Ids = std::vector<std::uint32_t>;

double share(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(std::max<std::int64_t>(whole, 1));
}

PrecisionRecall of_counts(std::int64_t shared, std::int64_t response, std::int64_t other) {
  return {share(shared, response), share(shared, other)};
}

PrecisionRecall of_ngrams(const Ids& response, const Ids& other, std::size_t n) {
  const NgramCounts counts = count_ngrams(response, other, n);
  return of_counts(counts.shared, counts.response, counts.other);
}

// A text's words, line by line; empty lines are none.
class Lines {
 public:
  Lines(std::string_view text, bool stem, WordIds& words) {
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      if (end > begin)
        lines_.push_back(words.ids(rouge_tokens(text.substr(begin, end - begin), stem)));
      begin = end + 1;
    }
    for (const Ids& line : lines_) all_.insert(all_.end(), line.begin(), line.end());
  }

  const std::vector<Ids>& lines() const { return lines_; }
  const Ids& all() const { return all_; }
  // How often each word occurs, by its number.
  std::vector<std::int64_t> counts(std::size_t words) const {
    std::vector<std::int64_t> counts(words, 0);
    for (const std::uint32_t id : all_) ++counts[id];
    return counts;
  }

 private:
  std::vector<Ids> lines_;
  Ids all_;
};

std::int64_t size_of(const Ids& ids) {
  return static_cast<std::int64_t>(ids.size());
}

// For every line of `other`, the union of its longest common subsequences with the response's
// lines; no word counts more often than both texts have it.
std::int64_t union_hits(const Lines& response, const Lines& other, std::size_t words) {
  std::vector<std::int64_t> left_in_response = response.counts(words);
  std::vector<std::int64_t> left_in_other = other.counts(words);
  std::vector<WordPlaces> said;
  for (const Ids& line : response.lines()) said.emplace_back(line);
  std::int64_t hits = 0;
  for (const Ids& line : other.lines()) {
    std::set<std::size_t> positions;
    for (const WordPlaces& places : said) {
      const auto found = lcs_positions(line, places);
      positions.insert(found.begin(), found.end());
    }
    for (const std::size_t position : positions) {
      const std::uint32_t id = line[position];
      if (left_in_response[id] == 0 || left_in_other[id] == 0) continue;
      --left_in_response[id];
      --left_in_other[id];
      ++hits;
    }
  }
  return hits;
}

}  // namespace

RougeScores rouge_of(std::string_view response, std::string_view other, bool stem) {
  WordIds words;
  const Lines said(response, stem, words);
  const Lines known(other, stem, words);
  RougeScores scores;
  scores.response_words = size_of(said.all());
  scores.other_words = size_of(known.all());
  scores.rouge1 = of_ngrams(said.all(), known.all(), 1);
  scores.rouge2 = of_ngrams(said.all(), known.all(), 2);
  const auto common = static_cast<std::int64_t>(lcs_length(known.all(), said.all()));
  scores.rouge_l = of_counts(common, scores.response_words, scores.other_words);
  // With one line on either side both ways are the same.
  const bool is_plain = said.lines().size() == 1 && known.lines().size() == 1;
  scores.rouge_lsum = is_plain ? scores.rouge_l
                               : of_counts(union_hits(said, known, words.size()),
                                           scores.response_words, scores.other_words);
  return scores;
}

}  // namespace assay::reference
