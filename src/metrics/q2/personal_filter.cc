#include "metrics/q2/personal_filter.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace assay::q2 {
namespace {

// All four words are ASCII, so nothing else can lower-case to them.
std::string ascii_lower(std::string_view word) {
  std::string lowered(word);
  for (char& c : lowered) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lowered;
}

bool is_personal_subject(const std::string& word) {
  return word == "i" || word == "you";
}
bool is_personal_owner(const std::string& word) {
  return word == "my" || word == "your";
}

Result<bool> may_be_personal(const nlp::Pipeline& linguistics, std::string_view question) {
  const auto doc = linguistics.tokenize(question);
  if (!doc) return tl::unexpected(doc.error());
  return std::any_of(doc->tokens.begin(), doc->tokens.end(), [](const nlp::Token& token) {
    const std::string word = ascii_lower(token.text);
    return is_personal_subject(word) || is_personal_owner(word);
  });
}

PersonalReason reason_of(const nlp::Doc& question) {
  for (const nlp::Token& token : question.tokens) {
    const std::string word = ascii_lower(token.text);
    if ((token.dep == "nsubj" && is_personal_subject(word)) ||
        (token.dep == "poss" && is_personal_owner(word))) {
      return std::string(token.dep) + ": " + word;
    }
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<PersonalReason>> find_personal(const nlp::Pipeline& linguistics,
                                                  std::span<const std::string_view> questions,
                                                  int threads) {
  std::unordered_map<std::string_view, PersonalReason> reasons;
  std::vector<std::string_view> suspects;
  for (const std::string_view question : questions) {
    if (!reasons.try_emplace(question).second) continue;
    const auto suspected = may_be_personal(linguistics, question);
    if (!suspected) return tl::unexpected(suspected.error());
    if (*suspected) suspects.push_back(question);
  }
  const auto parses = linguistics.analyze(suspects, threads);
  if (!parses) return tl::unexpected(parses.error());
  for (std::size_t i = 0; i < suspects.size(); ++i) reasons[suspects[i]] = reason_of((*parses)[i]);

  std::vector<PersonalReason> answers;
  answers.reserve(questions.size());
  for (const std::string_view question : questions) answers.push_back(reasons.at(question));
  return answers;
}

}  // namespace assay::q2
