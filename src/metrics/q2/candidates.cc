#include "metrics/q2/candidates.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "metrics/q2/markers.h"
#include "text/lower.h"

namespace assay::q2 {
namespace {

Candidate make_candidate(const nlp::Doc& doc, const nlp::TokenRange& range, bool is_entity) {
  Candidate candidate;
  candidate.text = doc.text_of(range);
  candidate.token_begin = range.begin;
  candidate.token_end = range.end;
  candidate.span = range.span;
  candidate.is_entity = is_entity;
  if (is_entity) candidate.label = range.label;
  return candidate;
}

// Whoever speaks and is spoken to: nobody of whom the knowledge tells.
bool is_speaker(std::string_view word) {
  constexpr std::array<std::string_view, 12> kSpeakers = {
      "i",    "me",  "myself",   "mine",       "we",    "us",
      "ours", "you", "yourself", "yourselves", "yours", "ourselves"};
  return std::ranges::find(kSpeakers, word) != kSpeakers.end();
}

bool is_pronoun(const nlp::Doc& doc, const nlp::TokenRange& range) {
  const auto tokens = std::span(doc.tokens).subspan(range.begin, range.end - range.begin);
  return std::ranges::all_of(tokens, [](const nlp::Token& token) {
    return token.pos == "PRON" && !is_speaker(text::to_lower(token.text));
  });
}

}  // namespace

std::vector<Candidate> find_candidates(const nlp::Doc& doc, Compat compat) {
  std::vector<Candidate> candidates;
  std::unordered_set<std::string> seen;
  const auto add = [&](const nlp::TokenRange& range, bool is_entity, bool may_repeat) {
    std::string lowered = text::to_lower(doc.text_of(range));
    const bool is_personal = lowered == "i";
    const bool is_new = seen.insert(std::move(lowered)).second;
    if (is_personal || (!is_new && !may_repeat)) return;
    if (compat == Compat::kNone && is_marker(*doc.text, range.span)) return;
    candidates.push_back(make_candidate(doc, range, is_entity));
    candidates.back().is_pronoun = compat == Compat::kNone && !is_entity && is_pronoun(doc, range);
  };
  for (const nlp::TokenRange& entity : doc.entities) {
    add(entity, true, compat == Compat::kQ2Paper);
  }
  for (const nlp::TokenRange& chunk : doc.noun_chunks) add(chunk, false, false);
  return candidates;
}

}  // namespace assay::q2
