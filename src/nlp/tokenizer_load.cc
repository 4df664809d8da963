// Reads the `tokenizer` file of a pipeline: MessagePack with the rules as Python regular
// expressions and the special cases.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "nlp/json_values.h"
#include "nlp/msgpack_reader.h"
#include "nlp/string_hash.h"
#include "nlp/tokenizer.h"

namespace assay::nlp {
namespace {

using nlohmann::json;

Result<std::optional<PythonRegex>> read_rule(const json& file, const char* name) {
  const auto pattern = file.find(name);
  if (pattern == file.end() || pattern->is_null()) return std::nullopt;
  if (!pattern->is_string()) {
    return fail(ErrorCode::kCorrupt, fmt::format("tokenizer rule `{}` is not a text", name));
  }
  auto regex = PythonRegex::compile(pattern->get_ref<const std::string&>());
  if (!regex) {
    Error error = regex.error();
    error.message = fmt::format("tokenizer rule `{}`: {}", name, error.message);
    return tl::unexpected(std::move(error));
  }
  return std::optional<PythonRegex>(*std::move(regex));
}

Result<TokenizerRules> read_rules(const json& file) {
  TokenizerRules rules;
  const std::pair<const char*, std::optional<PythonRegex>*> named[] = {
      {"prefix_search", &rules.prefix}, {"suffix_search", &rules.suffix},
      {"infix_finditer", &rules.infix}, {"token_match", &rules.token_match},
      {"url_match", &rules.url_match},
  };
  for (const auto& [name, rule] : named) {
    auto regex = read_rule(file, name);
    if (!regex) return tl::unexpected(regex.error());
    *rule = *std::move(regex);
  }
  const auto heuristics = file.find("faster_heuristics");
  if (heuristics != file.end() && heuristics->is_boolean()) {
    rules.faster_heuristics = heuristics->get<bool>();
  }
  return rules;
}

struct SpecialToken {
  std::string text;
  std::optional<std::string> norm;
};

// Attributes are named or, as spaCy writes them, numbered.
Result<SpecialToken> read_special_token(const json& attributes, const std::string& chunk) {
  SpecialToken token;
  if (!attributes.is_object()) {
    return fail(ErrorCode::kCorrupt, fmt::format("special case `{}` has no attributes", chunk));
  }
  for (const auto& [key, value] : attributes.items()) {
    if (!value.is_string()) {
      return fail(ErrorCode::kCorrupt, fmt::format("special case `{}` is not a text", chunk));
    }
    if (key == "65" || key == "ORTH") {
      token.text = value.get<std::string>();
    } else if (key == "67" || key == "NORM") {
      token.norm = value.get<std::string>();
    } else {
      return fail(ErrorCode::kUnsupported,
                  fmt::format("special case `{}` sets attribute {}", chunk, key));
    }
  }
  if (token.text.empty()) {
    return fail(ErrorCode::kCorrupt, fmt::format("special case `{}` has an empty token", chunk));
  }
  return token;
}

}  // namespace

// Has a name so that the tokenizer can let it in.
class TokenizerLoader {
 public:
  static Result<std::unique_ptr<Tokenizer>> load(const json& file, Lexicon lexicon) {
    auto rules = read_rules(file);
    if (!rules) return tl::unexpected(rules.error());
    std::unique_ptr<Tokenizer> tokenizer(new Tokenizer(*std::move(rules), std::move(lexicon)));
    const json cases = file.value("exceptions", json::object());
    if (!cases.is_object()) return fail(ErrorCode::kCorrupt, "the special cases are not a map");
    // Sequences first: the tokens of the splits must know which sequences they begin.
    for (const auto& [chunk, unused] : cases.items()) {
      if (auto done = tokenizer->register_sequence(chunk); !done) {
        return tl::unexpected(done.error());
      }
    }
    for (const auto& [chunk, tokens] : cases.items()) {
      auto split = read_split(*tokenizer, chunk, tokens);
      if (!split) return tl::unexpected(split.error());
      tokenizer->special_cases_.add(chunk, *std::move(split));
    }
    return tokenizer;
  }

 private:
  static Result<WordSplit> read_split(const Tokenizer& tokenizer, const std::string& chunk,
                                      const json& tokens) {
    WordSplit split;
    std::string joined;
    for (const json& attributes : tokens) {
      auto token = read_special_token(attributes, chunk);
      if (!token) return tl::unexpected(token.error());
      tokenizer.append(token->text, split);
      if (token->norm && !token->norm->empty()) {
        split.pieces.back().norm = string_hash(*token->norm);
      }
      joined += token->text;
    }
    if (joined != chunk || chunk.empty()) {
      return fail(ErrorCode::kCorrupt,
                  fmt::format("the tokens of special case `{}` are not its text", chunk));
    }
    return split;
  }
};

Result<std::unique_ptr<Tokenizer>> Tokenizer::from_msgpack(std::string_view bytes,
                                                           Lexicon lexicon) {
  auto file = parse_msgpack_values(bytes);
  if (!file) return tl::unexpected(file.error());
  if (!file->is_object()) return fail(ErrorCode::kCorrupt, "the tokenizer file is not a map");
  return TokenizerLoader::load(*file, std::move(lexicon));
}

Result<std::unique_ptr<Tokenizer>> Tokenizer::load(const std::filesystem::path& folder,
                                                   Lexicon lexicon) {
  const auto file = folder / "tokenizer";
  auto bytes = read_file(file);
  if (!bytes) return tl::unexpected(bytes.error());
  auto tokenizer = from_msgpack(*bytes, std::move(lexicon));
  if (!tokenizer && tokenizer.error().file.empty()) tokenizer.error().file = file.string();
  return tokenizer;
}

}  // namespace assay::nlp
