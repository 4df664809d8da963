// Reads the `patterns` file of an attribute ruler.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "nlp/attribute_ruler.h"
#include "nlp/json_values.h"
#include "nlp/msgpack_reader.h"

namespace assay::nlp {
namespace {

using nlohmann::json;

tl::unexpected<Error> corrupt(const char* why) {
  return fail(ErrorCode::kCorrupt, fmt::format("attribute ruler: {}", why));
}

tl::unexpected<Error> unsupported(const std::string& what) {
  return fail(ErrorCode::kUnsupported,
              fmt::format("attribute ruler: patterns with {} are not supported", what));
}

std::optional<TokenAttribute> attribute_named(const std::string& key) {
  static const std::map<std::string, TokenAttribute, std::less<>> kNames = {
      {"TEXT", TokenAttribute::kText},        {"ORTH", TokenAttribute::kText},
      {"LOWER", TokenAttribute::kLower},      {"TAG", TokenAttribute::kTag},
      {"DEP", TokenAttribute::kDep},          {"IS_SPACE", TokenAttribute::kIsSpace},
      {"IS_PUNCT", TokenAttribute::kIsPunct}, {"IS_STOP", TokenAttribute::kIsStop},
  };
  const auto found = kNames.find(key);
  return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

bool is_flag(TokenAttribute attribute) {
  return attribute == TokenAttribute::kIsSpace || attribute == TokenAttribute::kIsPunct ||
         attribute == TokenAttribute::kIsStop;
}

Result<std::vector<std::string>> read_texts(const json& list) {
  std::vector<std::string> texts;
  for (const json& text : list) {
    if (!text.is_string()) return corrupt("a value in a list is not a text");
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

// {"IN": [...]}, {"NOT_IN": [...]} or {"REGEX": "..."}.
Result<TokenConstraint> read_predicate(const std::string& name, const json& value) {
  TokenConstraint constraint;
  if (name == "IN" || name == "NOT_IN") {
    auto texts = read_texts(value);
    if (!texts) return tl::unexpected(texts.error());
    constraint.kind = name == "IN" ? TokenConstraint::Kind::kIn : TokenConstraint::Kind::kNotIn;
    constraint.values = *std::move(texts);
    return constraint;
  }
  if (name != "REGEX" || !value.is_string()) return unsupported(fmt::format("`{}`", name));
  auto regex = PythonRegex::compile(value.get_ref<const std::string&>());
  if (!regex) return tl::unexpected(regex.error());
  constraint.kind = TokenConstraint::Kind::kRegex;
  constraint.regex = *std::move(regex);
  return constraint;
}

Result<void> read_attribute(const std::string& key, const json& value,
                            std::vector<TokenConstraint>& out) {
  const auto attribute = attribute_named(key);
  if (!attribute) return unsupported(fmt::format("`{}`", key));
  if (is_flag(*attribute)) {
    if (!value.is_boolean()) return unsupported(fmt::format("`{}: {}`", key, value.dump()));
    TokenConstraint& constraint = out.emplace_back();
    constraint.attribute = *attribute;
    constraint.kind = TokenConstraint::Kind::kFlag;
    constraint.flag = value.get<bool>();
    return {};
  }
  // A plain text is a list of one.
  const json predicates = value.is_string() ? json{{"IN", json::array({value})}} : value;
  if (!predicates.is_object()) return unsupported(fmt::format("`{}: {}`", key, value.dump()));
  for (const auto& [name, argument] : predicates.items()) {
    auto constraint = read_predicate(name, argument);
    if (!constraint) return tl::unexpected(constraint.error());
    constraint->attribute = *attribute;
    out.push_back(*std::move(constraint));
  }
  return {};
}

Result<std::vector<std::vector<TokenConstraint>>> read_pattern(const json& tokens) {
  std::vector<std::vector<TokenConstraint>> pattern;
  if (!tokens.is_array() || tokens.empty()) return corrupt("a pattern has no tokens");
  for (const json& token : tokens) {
    if (!token.is_object()) return corrupt("a token of a pattern is not a map");
    auto& constraints = pattern.emplace_back();
    for (const auto& [key, value] : token.items()) {
      if (auto done = read_attribute(key, value, constraints); !done) {
        return tl::unexpected(done.error());
      }
    }
  }
  return pattern;
}

Result<AttributeEffects> read_effects(const json& attributes) {
  AttributeEffects effects;
  for (const auto& [key, value] : attributes.items()) {
    if (!value.is_string()) return corrupt("an attribute to set is not a text");
    const auto& text = value.get_ref<const std::string&>();
    if (key == "TAG") {
      effects.tag = text;
    } else if (key == "POS") {
      effects.pos = text;
    } else if (key == "DEP") {
      effects.dep = text;
    } else if (key == "LEMMA") {
      effects.lemma = text;
    } else if (key == "MORPH") {
      effects.morph = parse_morph(text);
    } else {
      return fail(ErrorCode::kUnsupported,
                  fmt::format("attribute ruler: setting `{}` is not supported", key));
    }
  }
  return effects;
}

}  // namespace

MorphFeatures parse_morph(std::string_view features) {
  MorphFeatures morph;
  while (!features.empty()) {
    const std::string_view feature = features.substr(0, features.find('|'));
    features.remove_prefix(std::min(features.size(), feature.size() + 1));
    const std::size_t equals = feature.find('=');
    if (equals == feature.npos) continue;
    const std::string_view field = feature.substr(0, equals);
    const std::string value(feature.substr(equals + 1));
    if (field == "Number") morph.number = value;
    if (field == "VerbForm") morph.verb_form = value;
    if (field == "Tense") morph.tense = value;
    if (field == "Degree") morph.degree = value;
  }
  return morph;
}

// Has a name so that the ruler can let it in.
class AttributeRulerLoader {
 public:
  static Result<AttributeRuler> load(const json& entries) {
    AttributeRuler ruler;
    if (!entries.is_array()) return corrupt("the patterns are not a list");
    for (const json& entry : entries) {
      if (auto done = add_entry(entry, ruler); !done) return tl::unexpected(done.error());
    }
    ruler.index_rules();
    return ruler;
  }

 private:
  static Result<void> add_entry(const json& entry, AttributeRuler& ruler) {
    if (!entry.is_object() || !entry.contains("patterns") || !entry.contains("attrs") ||
        !entry["attrs"].is_object()) {
      return corrupt("an entry has no patterns or no attributes");
    }
    auto effects = read_effects(entry["attrs"]);
    if (!effects) return tl::unexpected(effects.error());
    const json index = entry.value("index", json(0));
    if (!index.is_number_integer()) return corrupt("an index is not a whole number");
    for (const json& tokens : entry["patterns"]) {
      auto pattern = read_pattern(tokens);
      if (!pattern) return tl::unexpected(pattern.error());
      // A negative index counts from the end of the match.
      const auto size = static_cast<std::int64_t>(pattern->size());
      const auto given = index.get<std::int64_t>();
      const std::int64_t target = given < 0 ? given + size : given;
      if (target < 0 || target >= size) return corrupt("an index lies outside its pattern");
      ruler.rules_.push_back(
          {*std::move(pattern), ruler.effects_.size(), static_cast<std::size_t>(target)});
    }
    ruler.effects_.push_back(*std::move(effects));
    return {};
  }
};

Result<AttributeRuler> AttributeRuler::from_msgpack(std::string_view bytes) {
  auto entries = parse_msgpack_values(bytes);
  if (!entries) return tl::unexpected(entries.error());
  return AttributeRulerLoader::load(*entries);
}

Result<AttributeRuler> AttributeRuler::load(const std::filesystem::path& folder) {
  auto bytes = read_file(folder / "patterns");
  if (!bytes) return tl::unexpected(bytes.error());
  auto ruler = from_msgpack(*bytes);
  if (!ruler) ruler.error().file = (folder / "patterns").string();
  return ruler;
}

}  // namespace assay::nlp
