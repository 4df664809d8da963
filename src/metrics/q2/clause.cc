#include "metrics/q2/clause.h"

#include <algorithm>

namespace assay::q2 {
namespace {

bool is_verb(const DependencyTree& tree, std::size_t i) {
  return one_of(tree.token(i).pos, {"VERB", "AUX"});
}

std::optional<std::size_t> subject_of(const DependencyTree& tree, std::size_t verb) {
  return tree.child(verb, {"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"});
}

bool is_relative_pronoun(const DependencyTree& tree, std::size_t i) {
  return one_of(tree.token(i).tag, {"WDT", "WP"});
}

// Parts of a sentence that hang on the verb but say something of their own.
bool is_outside_clause(const DependencyTree& tree, std::size_t child) {
  const nlp::Token& token = tree.token(child);
  if (one_of(token.dep,
             {"cc", "intj", "discourse", "parataxis", "mark", "advcl", "preconj", "meta"})) {
    return true;
  }
  return token.dep == "conj" && is_verb(tree, child);
}

// Whether a part before the subject can be said after the verb as well ("In 1996, he left").
bool can_move_behind(const DependencyTree& tree, std::size_t child) {
  const nlp::Token& token = tree.token(child);
  if (one_of(token.dep, {"prep", "npadvmod"})) return true;
  return token.dep == "advmod" && !one_of(token.tag, {"WRB", "RB", "UH"});
}

void trim_punctuation(const DependencyTree& tree, std::vector<std::size_t>& words) {
  auto is_edge = [&](std::size_t i) { return tree.token(i).is_punct || tree.token(i).is_space; };
  while (!words.empty() && is_edge(words.back())) words.pop_back();
  while (!words.empty() && is_edge(words.front())) words.erase(words.begin());
}

// The verb's words without subject and side remarks; `keep` stays in whatever it belongs to. What
// stands before the subject comes last.
std::vector<std::size_t> predicate_of(const DependencyTree& tree, std::size_t verb,
                                      std::optional<std::size_t> subject, std::size_t keep) {
  const std::size_t start = subject ? std::min(*subject, verb) : verb;
  std::vector<std::size_t> without;
  std::vector<std::size_t> behind;
  for (std::size_t child : tree.children(verb)) {
    const bool kept = tree.is_below(keep, child);
    const bool is_subject = subject && child == *subject;
    const bool before = child < start && !one_of(tree.token(child).dep, {"aux", "auxpass", "neg"});
    if (is_subject || before || (is_outside_clause(tree, child) && !kept)) {
      without.push_back(child);
    }
    if (before && !is_subject && (kept || can_move_behind(tree, child))) {
      const std::vector<std::size_t> words = tree.subtree(child);
      behind.insert(behind.end(), words.begin(), words.end());
    }
  }
  std::vector<std::size_t> words = tree.subtree(verb, without);
  trim_punctuation(tree, words);
  trim_punctuation(tree, behind);
  words.insert(words.end(), behind.begin(), behind.end());
  return words;
}

// What a relative pronoun stands for: the noun before the clause, without the clause itself.
std::vector<std::size_t> antecedent_of(const DependencyTree& tree, std::size_t verb) {
  std::vector<std::size_t> words = tree.subtree(tree.token(verb).head, {verb});
  while (!words.empty() && (words.back() > verb || tree.token(words.back()).is_punct)) {
    words.pop_back();
  }
  return words;
}

void set_own_subject(const DependencyTree& tree, std::size_t subject, Clause& clause) {
  clause.subject_root = subject;
  clause.expletive = tree.token(subject).dep == "expl";
  if (is_relative_pronoun(tree, subject) && tree.token(clause.verb).dep == "relcl") {
    clause.subject = antecedent_of(tree, clause.verb);
    clause.subject_root = tree.token(clause.verb).head;
    return;
  }
  clause.own_subject = true;
  clause.subject = tree.subtree(subject);
}

void set_auxiliaries(const DependencyTree& tree, Clause& clause) {
  for (std::size_t child : tree.children(clause.verb)) {
    if (child < clause.verb && one_of(tree.token(child).dep, {"aux", "auxpass"}) &&
        tree.token(child).tag != "TO") {
      clause.auxiliaries.push_back(child);
    }
  }
}

// The verb whose subject a coordinated verb without one shares.
std::optional<std::size_t> coordinated_with(const DependencyTree& tree, std::size_t verb) {
  while (tree.token(verb).dep == "conj" && tree.token(verb).head != verb) {
    verb = tree.token(verb).head;
    if (subject_of(tree, verb)) return verb;
  }
  return std::nullopt;
}

bool is_finite(const DependencyTree& tree, std::size_t verb) {
  return one_of(tree.token(verb).tag, {"VBD", "VBZ", "VBP", "MD"}) ||
         tree.child(verb, {"aux", "auxpass"}).has_value();
}

std::optional<Clause> clause_at(const DependencyTree& tree, std::size_t verb, std::size_t keep) {
  Clause clause;
  clause.verb = verb;
  std::optional<std::size_t> subject = subject_of(tree, verb);
  if (subject) {
    set_own_subject(tree, *subject, clause);
  } else {
    const auto shared = coordinated_with(tree, verb);
    if (!shared || !is_finite(tree, verb)) return std::nullopt;
    const std::size_t lender = *subject_of(tree, *shared);
    Clause lent;
    lent.verb = *shared;
    set_own_subject(tree, lender, lent);
    clause.subject = lent.subject;
    clause.subject_root = lent.subject_root;
    clause.expletive = lent.expletive;
  }
  if (clause.subject.empty()) return std::nullopt;
  set_auxiliaries(tree, clause);
  clause.predicate = predicate_of(tree, verb, subject, keep);
  return clause;
}

}  // namespace

std::optional<Clause> find_clause(const DependencyTree& tree, std::size_t i) {
  for (std::size_t at = i;; at = tree.token(at).head) {
    if (is_verb(tree, at)) {
      if (auto clause = clause_at(tree, at, i)) return clause;
    }
    if (tree.token(at).head == at) return std::nullopt;
  }
}

}  // namespace assay::q2
