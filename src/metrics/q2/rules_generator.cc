#include "metrics/q2/rules_generator.h"

#include <algorithm>
#include <map>
#include <set>

#include "metrics/q2/clause.h"
#include "metrics/q2/dependency_tree.h"
#include "metrics/q2/fronting.h"
#include "metrics/q2/gap.h"
#include "metrics/q2/phrase.h"
#include "metrics/q2/wh_phrase.h"

namespace assay::q2 {
namespace {

constexpr char kFronted[] = "fronted";
constexpr char kInPlace[] = "in_place";

// Collects questions in order of preference, each text once.
class QuestionList {
 public:
  void add(const std::optional<Phrase>& phrase, const char* style) {
    if (!phrase) return;
    std::string text = phrase->as_question();
    if (text.find(' ') == std::string::npos || !seen_.insert(text).second) return;
    questions_.push_back({std::move(text), style});
  }
  std::vector<Question> best(int most) && {
    if (questions_.size() > static_cast<std::size_t>(most)) {
      questions_.resize(static_cast<std::size_t>(most));
    }
    return std::move(questions_);
  }

 private:
  std::vector<Question> questions_;
  std::set<std::string> seen_;
};

// The words with the gap's place taken by the question word.
Phrase replace_gap(const DependencyTree& tree, const std::vector<std::size_t>& words,
                   const Gap& gap, const std::string& wh) {
  Phrase phrase(tree);
  bool placed = false;
  for (std::size_t i : words) {
    if (!gap.holds(i)) {
      phrase.add(i);
    } else if (!placed) {
      phrase.add(wh);
      placed = true;
    }
  }
  return phrase;
}

std::vector<std::size_t> clause_words(const Clause& clause) {
  std::vector<std::size_t> words = clause.subject;
  words.insert(words.end(), clause.predicate.begin(), clause.predicate.end());
  return words;
}

// The words of the sentence around token `i`, without punctuation at its end.
std::vector<std::size_t> sentence_words(const DependencyTree& tree, std::size_t i) {
  for (const nlp::TokenRange& sentence : tree.doc().sentences) {
    if (i < sentence.begin || i >= sentence.end) continue;
    std::size_t end = sentence.end;
    while (end > sentence.begin && (tree.token(end - 1).is_punct || tree.token(end - 1).is_space)) {
      --end;
    }
    std::vector<std::size_t> words;
    for (std::size_t t = sentence.begin; t < end; ++t) words.push_back(t);
    return words;
  }
  return {};
}

// In place the preposition stays, so that "where" gives way to "what place".
const WhPhrase& in_place_wh(const std::vector<WhPhrase>& phrases) {
  for (const WhPhrase& wh : phrases) {
    if (!wh.absorbs_preposition) return wh;
  }
  return phrases.front();
}

std::vector<Question> questions_for(const DependencyTree& tree, const Candidate& candidate,
                                    MetricOptions::Style style, int most) {
  const Gap gap = find_gap(tree, candidate);
  // "which", "who": they stand for a phrase said before, and no question has them as its answer.
  if (one_of(tree.token(gap.root).tag, {"WDT", "WP", "WP$", "WRB"})) return {};
  const std::vector<WhPhrase> phrases = wh_phrases(tree, candidate, gap);
  const std::optional<Clause> clause = find_clause(tree, gap.root);
  const bool fronted = style != MetricOptions::Style::kInPlace;
  const bool in_place = style != MetricOptions::Style::kFronted;
  const WhPhrase& plain = in_place_wh(phrases);
  QuestionList list;
  if (clause) {
    if (fronted) {
      for (const WhPhrase& wh : phrases) list.add(front(tree, *clause, gap, wh), kFronted);
    }
    if (in_place) {
      list.add(replace_gap(tree, clause_words(*clause), gap, plain.words), kInPlace);
    }
  }
  if (in_place) {
    list.add(replace_gap(tree, sentence_words(tree, gap.root), gap, plain.words), kInPlace);
    if (clause) list.add(replace_gap(tree, clause_words(*clause), gap, "what"), kInPlace);
  }
  return std::move(list).best(most);
}

}  // namespace

Result<std::vector<Questions>> RulesGenerator::generate(std::span<const QuestionRequest> requests,
                                                        const QuestionOptions& options) const {
  std::vector<Questions> all;
  all.reserve(requests.size());
  std::map<const nlp::Doc*, DependencyTree> trees;
  for (const QuestionRequest& request : requests) {
    const auto tree = trees.try_emplace(request.doc, *request.doc).first;
    all.emplace_back(questions_for(tree->second, *request.candidate, options.style, options.most));
  }
  return all;
}

}  // namespace assay::q2
