#include "metrics/reference/meteor_alignment.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "metrics/reference/porter_stemmer.h"
#include "text/lower.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace assay::reference {
namespace {

enum class CharKind { kSpace, kWord, kOther };

CharKind kind_of(char32_t c) {
  if (text::is_in(c, text::kSpace)) return CharKind::kSpace;
  return text::is_in(c, text::kWord) ? CharKind::kWord : CharKind::kOther;
}

// A word that has no partner yet, and where it stands.
struct Left {
  std::size_t position = 0;
  std::string word;
};
using LeftWords = std::vector<Left>;

LeftWords numbered(const std::vector<std::string>& words) {
  LeftWords left;
  for (const std::string& word : words) left.push_back({left.size(), word});
  return left;
}

// The places of each word that are still free, the last one first to go.
class FreePlaces {
 public:
  explicit FreePlaces(const LeftWords& words) : is_taken_(words.size(), false) {
    for (std::size_t i = 0; i < words.size(); ++i) places_[words[i].word].push_back(i);
  }

  std::optional<std::size_t> last(const std::string& word) const {
    const auto found = places_.find(word);
    if (found == places_.end() || found->second.empty()) return std::nullopt;
    return found->second.back();
  }
  void take(const LeftWords& words, std::size_t index) {
    places_[words[index].word].pop_back();
    is_taken_[index] = true;
  }
  bool is_taken(std::size_t index) const { return is_taken_[index]; }

 private:
  std::unordered_map<std::string, std::vector<std::size_t>> places_;
  std::vector<bool> is_taken_;
};

using Matches = std::vector<std::pair<std::size_t, std::size_t>>;  // positions in both texts

template <typename IsTaken>
void erase_taken(LeftWords& words, IsTaken is_taken) {
  LeftWords rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_taken(i)) rest.push_back(std::move(words[i]));
  }
  words = std::move(rest);
}

// Pairs words of the response, from its end, with the place that `find` names; gives their number.
template <typename Find>
std::size_t match(LeftWords& response, LeftWords& reference, Matches& matches, Find find) {
  FreePlaces free(reference);
  std::vector<bool> is_matched(response.size(), false);
  std::size_t count = 0;
  for (std::size_t i = response.size(); i-- > 0;) {
    const std::optional<std::size_t> place = find(free, response[i].word);
    if (!place) continue;
    free.take(reference, *place);
    is_matched[i] = true;
    matches.emplace_back(response[i].position, reference[*place].position);
    ++count;
  }
  erase_taken(response, [&](std::size_t i) { return is_matched[i]; });
  erase_taken(reference, [&](std::size_t i) { return free.is_taken(i); });
  return count;
}

std::optional<std::size_t> equal_word(const FreePlaces& free, const std::string& word) {
  return free.last(word);
}

void stem(LeftWords& words) {
  for (Left& left : words) left.word = porter_stem(left.word);
}

std::size_t chunks_of(Matches matches) {
  std::sort(matches.begin(), matches.end());
  std::size_t chunks = matches.empty() ? 0 : 1;
  for (std::size_t i = 1; i < matches.size(); ++i) {
    const bool goes_on = matches[i].first == matches[i - 1].first + 1 &&
                         matches[i].second == matches[i - 1].second + 1;
    if (!goes_on) ++chunks;
  }
  return chunks;
}

}  // namespace

std::vector<std::string> meteor_tokens(std::string_view text) {
  std::vector<std::string> tokens;
  std::size_t begin = 0;
  CharKind kind = CharKind::kSpace;
  const auto end_token = [&](std::size_t end) {
    if (kind != CharKind::kSpace) tokens.push_back(text::to_lower(text.substr(begin, end - begin)));
  };
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t here = offset;
    const CharKind next = kind_of(text::next_code_point(text, offset));
    if (next == kind) continue;
    end_token(here);
    kind = next;
    begin = here;
  }
  end_token(text.size());
  return tokens;
}

MeteorAlignment align(const std::vector<std::string>& response,
                      const std::vector<std::string>& reference, const nlp::WordNet& wordnet) {
  LeftWords said = numbered(response);
  LeftWords known = numbered(reference);
  Matches matches;
  MeteorAlignment alignment;
  alignment.exact = match(said, known, matches, equal_word);
  stem(said);
  stem(known);
  alignment.stems = match(said, known, matches, equal_word);
  const auto synonym = [&](const FreePlaces& free, const std::string& word) {
    std::optional<std::size_t> last = free.last(word);
    const auto synonyms = wordnet.synonyms(word);
    for (const std::string& other : *synonyms) last = std::max(last, free.last(other));
    return last;
  };
  alignment.synonyms = match(said, known, matches, synonym);
  alignment.chunks = chunks_of(std::move(matches));
  return alignment;
}

}  // namespace assay::reference
