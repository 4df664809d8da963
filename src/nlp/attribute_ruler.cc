#include "nlp/attribute_ruler.h"

#include <algorithm>

namespace assay::nlp {
namespace {

std::string_view text_attribute(const TokenAnalysis& token, TokenAttribute attribute) {
  switch (attribute) {
    case TokenAttribute::kLower:
      return token.lexeme->lower;
    case TokenAttribute::kTag:
      return token.tag;
    case TokenAttribute::kDep:
      return token.dep;
    default:
      return token.text;
  }
}

bool flag_attribute(const TokenAnalysis& token, TokenAttribute attribute) {
  switch (attribute) {
    case TokenAttribute::kIsPunct:
      return token.lexeme->is_punct;
    case TokenAttribute::kIsStop:
      return token.lexeme->is_stop;
    default:
      return token.lexeme->is_space;
  }
}

void set_effects(const AttributeEffects& effects, TokenAnalysis& token) {
  if (effects.tag) token.tag = *effects.tag;
  if (effects.pos) token.pos = *effects.pos;
  if (effects.dep) token.dep = *effects.dep;
  if (effects.lemma) token.lemma = *effects.lemma;
  if (effects.morph) token.morph = &*effects.morph;
}

}  // namespace

Result<bool> TokenConstraint::holds(const TokenAnalysis& token) const {
  if (kind == Kind::kFlag) return flag_attribute(token, attribute) == flag;
  const std::string_view value = text_attribute(token, attribute);
  if (kind == Kind::kRegex) {
    const auto match = regex->search(value);
    if (!match) return tl::unexpected(match.error());
    return match->has_value();
  }
  const bool listed = std::ranges::find(values, value) != values.end();
  return listed == (kind == Kind::kIn);
}

Result<void> AttributeRuler::apply(std::span<TokenAnalysis> tokens) const {
  std::vector<Match> found;
  const auto candidates = [](const auto& index, std::string_view key) {
    const auto rules = index.find(key);
    return rules == index.end() ? nullptr : &rules->second;
  };
  for (std::size_t start = 0; start < tokens.size(); ++start) {
    const TokenAnalysis& token = tokens[start];
    for (const auto* rules :
         {candidates(by_tag_, token.tag), candidates(by_lower_, token.lexeme->lower), &others_}) {
      if (rules == nullptr) continue;
      if (auto done = collect(*rules, tokens, start, found); !done) return done;
    }
  }
  std::ranges::sort(found);
  for (const Match& match : found) set_effects(effects_[match.effects], tokens[match.token]);
  return {};
}

Result<void> AttributeRuler::collect(const std::vector<std::size_t>& candidates,
                                     std::span<const TokenAnalysis> tokens, std::size_t start,
                                     std::vector<Match>& found) const {
  for (std::size_t candidate : candidates) {
    const Rule& rule = rules_[candidate];
    const auto matched = matches(rule, tokens.subspan(start));
    if (!matched) return tl::unexpected(matched.error());
    if (*matched) found.push_back({rule.effects, start + rule.target});
  }
  return {};
}

Result<bool> AttributeRuler::matches(const Rule& rule,
                                     std::span<const TokenAnalysis> tokens) const {
  if (rule.tokens.size() > tokens.size()) return false;
  for (std::size_t i = 0; i < rule.tokens.size(); ++i) {
    for (const TokenConstraint& constraint : rule.tokens[i]) {
      const auto holds = constraint.holds(tokens[i]);
      if (!holds || !*holds) return holds;
    }
  }
  return true;
}

void AttributeRuler::index_rules() {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const TokenConstraint* key = nullptr;
    for (const TokenConstraint& constraint : rules_[i].tokens.front()) {
      if (constraint.kind != TokenConstraint::Kind::kIn) continue;
      if (constraint.attribute == TokenAttribute::kLower) key = &constraint;
      if (constraint.attribute == TokenAttribute::kTag && key == nullptr) key = &constraint;
    }
    if (key == nullptr) {
      others_.push_back(i);
      continue;
    }
    auto& index = key->attribute == TokenAttribute::kLower ? by_lower_ : by_tag_;
    for (const std::string& value : key->values) index[value].push_back(i);
  }
}

}  // namespace assay::nlp
