#include <fmt/format.h>

#include "text/bpe.h"
#include "text/tokenizer_json.h"
#include "text/unigram.h"
#include "text/word_piece.h"

namespace assay::text {

using nlohmann::json;

namespace {

using ModelPtr = std::unique_ptr<const TokenModel>;

Vocabulary parse_vocabulary(const json* vocab, const std::string& path, JsonErrors& errors) {
  Vocabulary vocabulary;
  if (vocab == nullptr) return vocabulary;
  if (!vocab->is_object()) {
    errors.add(ErrorCode::kCorrupt, path, "must be an object of tokens and ids");
    return vocabulary;
  }
  constexpr std::uint64_t kMostId = 0x7FFFFFFE;
  for (const auto& item : vocab->items()) {
    if (!item.value().is_number_unsigned() || item.value().get<std::uint64_t>() > kMostId) {
      errors.add(ErrorCode::kCorrupt, path,
                 fmt::format("the id of `{}` must be a whole number below 2^31", item.key()));
      return vocabulary;
    }
    vocabulary.insert(item.key(), item.value().get<std::uint32_t>());
  }
  return vocabulary;
}

ModelPtr parse_word_piece(JsonFields& fields, JsonErrors& errors) {
  const std::string unknown = fields.string("unk_token");
  const std::string prefix = fields.string("continuing_subword_prefix");
  const std::uint32_t longest_word = fields.number("max_input_chars_per_word");
  Vocabulary vocabulary = parse_vocabulary(fields.value("vocab"), fields.path_of("vocab"), errors);
  if (!errors.failed() && !vocabulary.find(unknown)) {
    errors.add(ErrorCode::kCorrupt, fields.path_of("unk_token"),
               fmt::format("`{}` is not in the vocabulary", unknown));
  }
  if (errors.failed()) return nullptr;
  return std::make_unique<WordPiece>(std::move(vocabulary), unknown, prefix, longest_word);
}

// --- byte-pair encoding

struct TokenPair {
  std::string left;
  std::string right;
};

// "a b", or ["a", "b"] since tokens may hold blanks.
std::optional<TokenPair> parse_pair(const json& value) {
  if (value.is_array() && value.size() == 2 && value[0].is_string() && value[1].is_string()) {
    return TokenPair{value[0].get<std::string>(), value[1].get<std::string>()};
  }
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  const std::size_t blank = text.find(' ');
  if (blank == std::string::npos || text.find(' ', blank + 1) != std::string::npos) {
    return std::nullopt;
  }
  return TokenPair{text.substr(0, blank), text.substr(blank + 1)};
}

// Adds a merge; what is wrong with it otherwise.
std::optional<std::string> add_merge(const TokenPair& pair, std::size_t prefix_size,
                                     const Vocabulary& vocabulary, std::uint32_t rank,
                                     BpeMerges& merges) {
  const auto missing = [](std::string_view token) {
    return fmt::format("`{}` is not in the vocabulary", token);
  };
  if (pair.right.size() < prefix_size) {
    return fmt::format("`{}` is shorter than the continuing_subword_prefix", pair.right);
  }
  const auto left = vocabulary.find(pair.left);
  if (!left) return missing(pair.left);
  const auto right = vocabulary.find(pair.right);
  if (!right) return missing(pair.right);
  const std::string merged = pair.left + pair.right.substr(prefix_size);
  const auto id = vocabulary.find(merged);
  if (!id) return missing(merged);
  merges.insert(*left, *right, {rank, *id});
  return std::nullopt;
}

BpeMerges parse_merges(JsonFields& fields, std::size_t prefix_size, const Vocabulary& vocabulary,
                       JsonErrors& errors) {
  BpeMerges merges;
  std::uint32_t rank = 0;
  parse_each(fields, "merges", errors, [&](const json& value, const std::string& path) {
    const bool is_header =
        value.is_string() && value.get_ref<const std::string&>().starts_with("#version");
    if (is_header) return;
    const auto pair = parse_pair(value);
    const auto problem = pair ? add_merge(*pair, prefix_size, vocabulary, rank++, merges)
                              : "must be two tokens with one blank between them";
    if (problem) errors.add(ErrorCode::kCorrupt, path, *problem);
  });
  return merges;
}

void refuse_dropout(JsonFields& fields, JsonErrors& errors) {
  const json* dropout = fields.optional_value("dropout");
  if (dropout == nullptr) return;
  if (!dropout->is_number()) {
    errors.add(ErrorCode::kCorrupt, fields.path_of("dropout"), "must be a number");
  } else if (dropout->get<double>() != 0) {
    refuse(errors, fields.path_of("dropout"),
           "merges that are left out by chance are not supported");
  }
}

ModelPtr parse_bpe(JsonFields& fields, JsonErrors& errors) {
  refuse_dropout(fields, errors);
  BpeOptions options;
  options.unknown = fields.optional_string("unk_token");
  options.continuation_prefix = fields.optional_string("continuing_subword_prefix").value_or("");
  options.end_suffix = fields.optional_string("end_of_word_suffix").value_or("");
  options.fuse_unknown = fields.optional_boolean("fuse_unk").value_or(false);
  options.byte_fallback = fields.optional_boolean("byte_fallback").value_or(false);
  options.ignore_merges = fields.optional_boolean("ignore_merges").value_or(false);
  const bool is_plain = options.continuation_prefix.empty() && options.end_suffix.empty();
  if (options.byte_fallback && !is_plain) {
    refuse(errors, fields.path_of("byte_fallback"),
           "is not supported together with a prefix or a suffix");
  }
  Vocabulary vocabulary = parse_vocabulary(fields.value("vocab"), fields.path_of("vocab"), errors);
  if (errors.failed()) return nullptr;
  BpeMerges merges = parse_merges(fields, options.continuation_prefix.size(), vocabulary, errors);
  if (errors.failed()) return nullptr;
  return std::make_unique<Bpe>(std::move(vocabulary), std::move(merges), std::move(options));
}

// --- Unigram

Unigram::ScoredTokens parse_scored_tokens(JsonFields& fields, JsonErrors& errors) {
  Unigram::ScoredTokens tokens;
  parse_each(fields, "vocab", errors, [&](const json& value, const std::string& path) {
    if (!value.is_array() || value.size() != 2 || !value[0].is_string() || !value[1].is_number()) {
      errors.add(ErrorCode::kCorrupt, path, "must be a token and its score");
      return;
    }
    tokens.emplace_back(value[0].get<std::string>(), value[1].get<double>());
  });
  return tokens;
}

ModelPtr parse_unigram(JsonFields& fields, JsonErrors& errors) {
  UnigramOptions options;
  options.unknown = fields.optional_number("unk_id");
  options.byte_fallback = fields.optional_boolean("byte_fallback").value_or(false);
  Unigram::ScoredTokens tokens = parse_scored_tokens(fields, errors);
  if (options.unknown && *options.unknown >= tokens.size() && !errors.failed()) {
    errors.add(ErrorCode::kCorrupt, fields.path_of("unk_id"), "is not in the vocabulary");
  }
  if (errors.failed()) return nullptr;
  return std::make_unique<Unigram>(std::move(tokens), options);
}

// Files of the first versions name no type; it is told by the fields.
std::string guess_type(const json& model) {
  if (!model.is_object()) return "unnamed";
  if (model.contains("merges")) return "BPE";
  if (model.contains("continuing_subword_prefix") && model.contains("max_input_chars_per_word")) {
    return "WordPiece";
  }
  const auto vocab = model.find("vocab");
  return vocab != model.end() && vocab->is_array() ? "Unigram" : "unnamed";
}

}  // namespace

ModelPtr parse_model(const json& value, const std::string& path, JsonErrors& errors) {
  JsonFields fields(value, path, errors);
  const std::string type = fields.optional_string("type").value_or(guess_type(value));
  ModelPtr model;
  if (errors.failed()) return nullptr;
  if (type == "WordPiece") {
    model = parse_word_piece(fields, errors);
  } else if (type == "BPE") {
    model = parse_bpe(fields, errors);
  } else if (type == "Unigram") {
    model = parse_unigram(fields, errors);
  } else {
    refuse_type(errors, fields, type);
  }
  fields.finish();
  return model;
}

}  // namespace assay::text
