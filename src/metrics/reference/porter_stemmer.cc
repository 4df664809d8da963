#include "metrics/reference/porter_stemmer.h"

#include <cstddef>
#include <span>

#include "text/utf8.h"

namespace assay::reference {
namespace {

using Word = std::u32string;
using View = std::u32string_view;

// Words that the rules would spoil, and what they become.
struct Irregular {
  View word;
  View stem;
};
constexpr Irregular kIrregular[] = {
    {U"skies", U"sky"},       {U"sky", U"sky"},          {U"dying", U"die"},
    {U"lying", U"lie"},       {U"tying", U"tie"},        {U"news", U"news"},
    {U"innings", U"inning"},  {U"inning", U"inning"},    {U"outings", U"outing"},
    {U"outing", U"outing"},   {U"cannings", U"canning"}, {U"canning", U"canning"},
    {U"howe", U"howe"},       {U"proceed", U"proceed"},  {U"exceed", U"exceed"},
    {U"succeed", U"succeed"},
};

bool is_vowel(char32_t c) {
  return c == U'a' || c == U'e' || c == U'i' || c == U'o' || c == U'u';
}

// A y is a consonant at the start and behind a vowel.
bool is_consonant(View word, std::size_t i) {
  bool flipped = false;
  while (i > 0 && word[i] == U'y') {
    flipped = !flipped;
    --i;
  }
  return is_vowel(word[i]) == flipped;
}

// How often a consonant stands behind a vowel: Porter's m.
std::size_t measure(View stem) {
  std::size_t count = 0;
  bool was_vowel = false;
  for (std::size_t i = 0; i < stem.size(); ++i) {
    const bool vowel = stem[i] == U'y' ? i > 0 && !was_vowel : is_vowel(stem[i]);
    if (was_vowel && !vowel) ++count;
    was_vowel = vowel;
  }
  return count;
}

bool has_vowel(View stem) {
  for (std::size_t i = 0; i < stem.size(); ++i) {
    if (!is_consonant(stem, i)) return true;
  }
  return false;
}

bool ends_in_double_consonant(View word) {
  const std::size_t n = word.size();
  return n >= 2 && word[n - 1] == word[n - 2] && is_consonant(word, n - 1);
}

// Consonant, vowel, consonant other than w, x, y; or no more than vowel and consonant.
bool ends_short(View word) {
  const std::size_t n = word.size();
  if (n == 2) return !is_consonant(word, 0) && is_consonant(word, 1);
  if (n < 3) return false;
  const char32_t last = word[n - 1];
  return is_consonant(word, n - 3) && !is_consonant(word, n - 2) && is_consonant(word, n - 1) &&
         last != U'w' && last != U'x' && last != U'y';
}

View without(View word, std::size_t letters) {
  return word.substr(0, word.size() - letters);
}

Word joined(View stem, View ending) {
  Word word(stem);
  word += ending;
  return word;
}

struct Rule {
  View suffix;
  View ending;
};

// The first rule whose suffix the word has decides, and changes the word if the stem's measure is
// larger than `least`.
Word apply(View word, std::span<const Rule> rules, std::size_t least) {
  for (const Rule& rule : rules) {
    if (!word.ends_with(rule.suffix)) continue;
    const View stem = without(word, rule.suffix.size());
    return measure(stem) > least ? joined(stem, rule.ending) : Word(word);
  }
  return Word(word);
}

// Plurals.
Word step_1a(View word) {
  if (word.ends_with(U"ies")) return joined(without(word, 3), word.size() == 4 ? U"ie" : U"i");
  if (word.ends_with(U"sses")) return Word(without(word, 2));
  if (word.ends_with(U"s") && !word.ends_with(U"ss")) return Word(without(word, 1));
  return Word(word);
}

// What is left of a word that has lost -ed or -ing.
Word repaired(View stem) {
  if (stem.ends_with(U"at") || stem.ends_with(U"bl") || stem.ends_with(U"iz"))
    return joined(stem, U"e");
  if (ends_in_double_consonant(stem)) {
    const char32_t last = stem.back();
    return Word(last == U'l' || last == U's' || last == U'z' ? stem : without(stem, 1));
  }
  return measure(stem) == 1 && ends_short(stem) ? joined(stem, U"e") : Word(stem);
}

// Past tenses and participles.
Word step_1b(View word) {
  if (word.ends_with(U"ied")) return joined(without(word, 3), word.size() == 4 ? U"ie" : U"i");
  if (word.ends_with(U"eed")) return Word(measure(without(word, 3)) > 0 ? without(word, 1) : word);
  for (const View suffix : {View(U"ed"), View(U"ing")}) {
    if (word.ends_with(suffix) && has_vowel(without(word, suffix.size())))
      return repaired(without(word, suffix.size()));
  }
  return Word(word);
}

Word step_1c(View word) {
  const std::size_t n = word.size();
  const bool changes = word.ends_with(U"y") && n > 2 && is_consonant(without(word, 1), n - 2);
  return changes ? joined(without(word, 1), U"i") : Word(word);
}

constexpr Rule kStep2[] = {
    {U"ational", U"ate"}, {U"tional", U"tion"}, {U"enci", U"ence"},   {U"anci", U"ance"},
    {U"izer", U"ize"},    {U"bli", U"ble"},     {U"alli", U"al"},     {U"entli", U"ent"},
    {U"eli", U"e"},       {U"ousli", U"ous"},   {U"ization", U"ize"}, {U"ation", U"ate"},
    {U"ator", U"ate"},    {U"alism", U"al"},    {U"iveness", U"ive"}, {U"fulness", U"ful"},
    {U"ousness", U"ous"}, {U"aliti", U"al"},    {U"iviti", U"ive"},   {U"biliti", U"ble"},
    {U"fulli", U"ful"},
};

Word step_2(View word) {
  if (word.ends_with(U"alli") && measure(without(word, 4)) > 0) return step_2(without(word, 2));
  // The l counts as part of the stem, so that short ones (geo-, theo-) keep to the rule too.
  if (word.ends_with(U"logi")) return Word(measure(without(word, 3)) > 0 ? without(word, 1) : word);
  return apply(word, kStep2, 0);
}

constexpr Rule kStep3[] = {{U"icate", U"ic"}, {U"ative", U""}, {U"alize", U"al"}, {U"iciti", U"ic"},
                           {U"ical", U"ic"},  {U"ful", U""},   {U"ness", U""}};

constexpr Rule kStep4[] = {
    {U"al", U""},   {U"ance", U""}, {U"ence", U""},  {U"er", U""},   {U"ic", U""},  {U"able", U""},
    {U"ible", U""}, {U"ant", U""},  {U"ement", U""}, {U"ment", U""}, {U"ent", U""}, {U"ou", U""},
    {U"ism", U""},  {U"ate", U""},  {U"iti", U""},   {U"ous", U""},  {U"ive", U""}, {U"ize", U""},
};

Word step_4(View word) {
  if (word.ends_with(U"ion")) {
    const View stem = without(word, 3);
    const bool cut = measure(stem) > 1 && (stem.back() == U's' || stem.back() == U't');
    return Word(cut ? stem : word);
  }
  return apply(word, kStep4, 1);
}

Word step_5a(View word) {
  if (!word.ends_with(U"e")) return Word(word);
  const View stem = without(word, 1);
  const std::size_t m = measure(stem);
  return Word(m > 1 || (m == 1 && !ends_short(stem)) ? stem : word);
}

Word step_5b(View word) {
  return Word(word.ends_with(U"ll") && measure(without(word, 1)) > 1 ? without(word, 1) : word);
}

Word stem_of(View word) {
  for (const Irregular& irregular : kIrregular) {
    if (word == irregular.word) return Word(irregular.stem);
  }
  if (word.size() <= 2) return Word(word);
  Word stem = step_1c(step_1b(step_1a(word)));
  stem = apply(step_2(stem), kStep3, 0);
  return step_5b(step_5a(step_4(stem)));
}

}  // namespace

std::string porter_stem(std::string_view word) {
  Word wide;
  for (std::size_t offset = 0; offset < word.size();) wide += text::next_code_point(word, offset);
  std::string stem;
  for (const char32_t c : stem_of(wide)) text::append_utf8(stem, c);
  return stem;
}

}  // namespace assay::reference
