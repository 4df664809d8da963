#include "metrics/q2/fronting.h"

#include <algorithm>

namespace assay::q2 {
namespace {

bool contains(const std::vector<std::size_t>& words, std::size_t i) {
  return std::find(words.begin(), words.end(), i) != words.end();
}

bool in_gap(const Gap& gap, std::size_t i) {
  return gap.holds(i) || contains(gap.pied, i);
}

// Words that stay behind when the gap's phrase moves would hang in the air: "What is it of the
// band?"
bool leaves_remnant(const DependencyTree& tree, const Gap& gap) {
  for (std::size_t child : tree.children(gap.top())) {
    if (in_gap(gap, child)) continue;
    const std::string_view dep = tree.token(child).dep;
    if (one_of(dep, {"conj", "cc", "acl", "relcl", "appos"})) return true;
    if (dep == "prep" && tree.lower(child) == "of") return true;
  }
  return false;
}

std::optional<Phrase> subject_question(const DependencyTree& tree, const Clause& clause,
                                       const Gap& gap, const WhPhrase& wh) {
  if (gap.top() != clause.subject_root || wh.absorbs_preposition) return std::nullopt;
  Phrase phrase(tree);
  phrase.add(wh.words).add(gap.pied);
  for (std::size_t i : clause.subject) {
    if (i > gap.top() && !in_gap(gap, i)) phrase.add(i);
  }
  phrase.add(clause.predicate);
  return phrase;
}

// Where the gap's phrase hangs: a path of objects, complements and prepositions leads to the verb.
bool can_move_out(const DependencyTree& tree, std::size_t top, std::size_t verb) {
  for (std::size_t at = top; at != verb; at = tree.token(at).head) {
    if (!one_of(tree.token(at).dep, {"dobj", "pobj", "prep", "attr", "oprd", "dative", "agent",
                                     "npadvmod", "xcomp", "acomp", "advmod", "pcomp"})) {
      return false;
    }
    if (tree.token(at).head == at) return false;
  }
  return true;
}

// The preposition that "where" and "when" stand for together with the candidate.
std::optional<std::size_t> absorbed_preposition(const DependencyTree& tree, const Gap& gap,
                                                const WhPhrase& wh) {
  const std::size_t top = gap.top();
  if (tree.token(top).dep != "pobj") return std::nullopt;
  const std::size_t preposition = tree.token(top).head;
  const std::string word = tree.lower(preposition);
  const bool fits = wh.words == "when"
                        ? one_of(word, {"in", "on", "at", "during", "around", "by"})
                        : one_of(word, {"in", "at", "on", "near", "within", "inside"});
  if (!fits) return std::nullopt;
  return preposition;
}

bool can_absorb(const DependencyTree& tree, const Gap& gap, const WhPhrase& wh) {
  if (gap.noun) return false;
  if (absorbed_preposition(tree, gap, wh)) return true;
  return wh.words == "when" && tree.token(gap.root).dep == "npadvmod";
}

struct Inversion {
  std::string helper;                // "did", or empty when a word of the clause moves
  std::optional<std::size_t> moved;  // auxiliary or form of "be"
  bool bare_verb = false;            // the verb gives its ending to the helper
};

std::optional<Inversion> invert(const DependencyTree& tree, const Clause& clause) {
  Inversion inversion;
  if (!clause.auxiliaries.empty()) {
    inversion.moved = clause.auxiliaries.front();
    return inversion;
  }
  const nlp::Token& verb = tree.token(clause.verb);
  if (verb.lemma == "be") {
    inversion.moved = clause.verb;
    return inversion;
  }
  if (verb.tag == "VBD") inversion.helper = "did";
  if (verb.tag == "VBZ") inversion.helper = "does";
  if (verb.tag == "VBP") inversion.helper = "do";
  if (inversion.helper.empty()) return std::nullopt;
  inversion.bare_verb = true;
  return inversion;
}

bool is_gap_of_relative(const DependencyTree& tree, const Clause& clause, std::size_t i) {
  return tree.token(clause.verb).dep == "relcl" && one_of(tree.token(i).tag, {"WDT", "WP"}) &&
         tree.token(i).head == clause.verb;
}

std::optional<Phrase> object_question(const DependencyTree& tree, const Clause& clause,
                                      const Gap& gap, const WhPhrase& wh) {
  if (!contains(clause.predicate, gap.root) || !can_move_out(tree, gap.top(), clause.verb)) {
    return std::nullopt;
  }
  const auto inversion = invert(tree, clause);
  if (!inversion) return std::nullopt;
  std::optional<std::size_t> dropped;
  if (wh.absorbs_preposition) {
    if (!can_absorb(tree, gap, wh)) return std::nullopt;
    dropped = absorbed_preposition(tree, gap, wh);
  }
  Phrase phrase(tree);
  phrase.add(wh.words).add(gap.pied);
  phrase.add(inversion->helper);
  if (inversion->moved) phrase.add(*inversion->moved);
  phrase.add(clause.subject);
  for (std::size_t i : clause.predicate) {
    if (in_gap(gap, i) || i == inversion->moved || i == dropped) continue;
    if (is_gap_of_relative(tree, clause, i)) continue;
    if (i == clause.verb && inversion->bare_verb) {
      phrase.add(tree.token(i).lemma);
    } else if (tree.lower(i) == "n't") {
      phrase.add("not");
    } else {
      phrase.add(i);
    }
  }
  return phrase;
}

}  // namespace

std::optional<Phrase> front(const DependencyTree& tree, const Clause& clause, const Gap& gap,
                            const WhPhrase& wh) {
  if (leaves_remnant(tree, gap)) return std::nullopt;
  if (contains(clause.subject, gap.root)) return subject_question(tree, clause, gap, wh);
  return object_question(tree, clause, gap, wh);
}

}  // namespace assay::q2
