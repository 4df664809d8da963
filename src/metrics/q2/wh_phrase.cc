#include "metrics/q2/wh_phrase.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace assay::q2 {
namespace {

// Nouns for people that a parser cannot tell from things. Endings catch the productive ones.
bool is_person_noun(const std::string& lemma) {
  static const std::initializer_list<std::string_view> kNouns = {
      "person", "people",  "man",    "woman",     "boy",    "girl",  "child",  "kid",
      "baby",   "father",  "mother", "brother",   "sister", "son",   "wife",   "husband",
      "friend", "artist",  "guy",    "daughter",  "king",   "queen", "family", "student",
      "adult",  "athlete", "parent", "president", "chef",   "star",  "human",  "celebrity"};
  if (one_of(lemma, kNouns)) return true;
  for (std::string_view ending :
       {"ician", "ologist", "rapper", "singer", "player", "writer", "actor", "actress", "director",
        "founder", "author", "musician", "drummer", "designer", "owner", "winner", "leader"}) {
    if (lemma.ends_with(ending)) return true;
  }
  return false;
}

bool is_year(std::string_view text) {
  return text.size() == 4 && std::all_of(text.begin(), text.end(),
                                         [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool mentions(const DependencyTree& tree, const Candidate& candidate,
              std::initializer_list<std::string_view> words) {
  for (std::size_t i = candidate.token_begin; i < candidate.token_end; ++i) {
    if (one_of(tree.lower(i), words)) return true;
  }
  return false;
}

std::vector<WhPhrase> for_date(const DependencyTree& tree, const Candidate& candidate) {
  if (mentions(tree, candidate,
               {"years", "months", "days", "weeks", "decades", "hours", "minutes"})) {
    return {{"how long"}, {"how many years"}, {"when", true}};
  }
  if (mentions(tree, candidate, {"century", "centuries"})) {
    return {{"when", true}, {"what century"}};
  }
  bool year = false;
  for (std::size_t i = candidate.token_begin; i < candidate.token_end; ++i) {
    year = year || is_year(tree.token(i).text);
  }
  if (year) return {{"when", true}, {"what year"}};
  return {{"when", true}, {"what time"}};
}

std::vector<WhPhrase> for_entity(const DependencyTree& tree, const Candidate& candidate) {
  static const std::map<std::string_view, std::vector<WhPhrase>> kByType = {
      {"PERSON", {{"who"}, {"what"}}},
      {"NORP", {{"what nationality"}, {"what group"}}},
      {"FAC", {{"where", true}, {"what place"}}},
      {"ORG", {{"what organization"}, {"what"}, {"who"}}},
      {"GPE", {{"where", true}, {"what place"}}},
      {"LOC", {{"where", true}, {"what place"}}},
      {"PRODUCT", {{"what"}, {"what product"}}},
      {"EVENT", {{"what event"}, {"what"}}},
      {"WORK_OF_ART", {{"what"}, {"what title"}}},
      {"LAW", {{"what law"}, {"what"}}},
      {"LANGUAGE", {{"what language"}, {"what"}}},
      {"TIME", {{"when", true}, {"what time"}, {"how long"}}},
      {"PERCENT", {{"what percentage"}, {"how much"}}},
      {"MONEY", {{"how much money"}, {"how much"}}},
      {"QUANTITY", {{"how much"}, {"how many"}, {"what"}}},
      {"ORDINAL", {{"which"}, {"what"}}},
      {"CARDINAL", {{"how many"}, {"what number"}}},
  };
  if (candidate.label == "DATE") return for_date(tree, candidate);
  const auto found = kByType.find(candidate.label);
  if (found != kByType.end()) return found->second;
  return {{"what"}};
}

std::vector<WhPhrase> for_chunk(const DependencyTree& tree, std::size_t root) {
  const std::string word = tree.lower(root);
  const bool pronoun = tree.token(root).pos == "PRON";  // "the US" is none
  if (pronoun && one_of(word, {"he", "she", "they", "we", "who", "him", "her", "them", "everyone",
                               "someone", "everybody", "somebody", "anyone", "us"})) {
    if (one_of(word, {"they", "them"})) return {{"who"}, {"what"}};
    return {{"who"}};
  }
  if (is_person_noun(tree.token(root).lemma)) return {{"who"}, {"what"}};
  if (tree.token(root).tag == "NNP") return {{"what"}, {"who"}};
  return {{"what"}};
}

// Before a noun only words that can describe it: "what film", not "who film" or "where film".
std::vector<WhPhrase> before_noun(std::vector<WhPhrase> phrases) {
  for (WhPhrase& wh : phrases) {
    if (one_of(wh.words, {"who", "where", "when", "how long"})) wh = {"what"};
    if (wh.words == "what number") wh = {"what number of"};
  }
  return phrases;
}

}  // namespace

std::vector<WhPhrase> wh_phrases(const DependencyTree& tree, const Candidate& candidate,
                                 const Gap& gap) {
  if (tree.token(gap.root).dep == "poss" && gap.noun) return {{"whose"}};
  std::vector<WhPhrase> phrases =
      candidate.is_entity ? for_entity(tree, candidate) : for_chunk(tree, gap.root);
  return gap.noun ? before_noun(std::move(phrases)) : phrases;
}

}  // namespace assay::q2
