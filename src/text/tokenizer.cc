#include "assay/tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

#include "text/offset_index.h"
#include "text/tokenizer_parts.h"
#include "text/utf8.h"

namespace assay {
namespace text {
namespace {

class JsonTokenizer : public Tokenizer {
 public:
  explicit JsonTokenizer(TokenizerParts parts)
      : parts_(std::move(parts)),
        raw_tokens_(std::move(parts_.raw_tokens)),
        normalized_tokens_(std::move(parts_.normalized_tokens)) {}

  Result<Tokens> tokenize(std::string_view text) const override {
    if (auto valid = check_utf8(text); !valid) return tl::unexpected(valid.error());
    if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
      return fail(ErrorCode::kInvalidInput,
                  fmt::format("a text of {} bytes is too long to tokenize", text.size()));
    }
    Tokens tokens;
    tokens.ids.reserve(text.size() / 4 + 1);
    tokens.ranges.reserve(text.size() / 4 + 1);
    Buffers buffers;
    std::vector<TextPart> parts;
    raw_tokens_.split(text, parts);
    for (const TextPart& part : parts) {
      if (part.token != TextPart::kNoToken) {
        add(tokens, part.token, part.range);
      } else {
        tokenize_plain(text, part.range, buffers, tokens);
      }
    }
    return tokens;
  }

  Encoding assemble(TokenSlice text) const override { return parts_.post_processor.single(text); }
  Encoding assemble(TokenSlice first, TokenSlice second) const override {
    return parts_.post_processor.pair(first, second);
  }
  std::size_t specials_of_single() const override {
    return parts_.post_processor.specials_of_single();
  }
  std::size_t specials_of_pair() const override { return parts_.post_processor.specials_of_pair(); }

  std::optional<std::uint32_t> id_of(std::string_view token) const override {
    for (const auto& [name, id] : parts_.added_names) {
      if (name == token) return id;
    }
    return parts_.model->id_of(token);
  }

  std::optional<std::string> token_of(std::uint32_t id) const override {
    for (const auto& [name, added_id] : parts_.added_names) {
      if (added_id == id) return name;
    }
    return parts_.model->token_of(id);
  }

  std::uint32_t id_limit() const override {
    std::uint32_t limit = parts_.model->id_limit();
    for (const auto& [name, id] : parts_.added_names) limit = std::max(limit, id + 1);
    return limit;
  }

 private:
  // Reused for all parts of a text.
  struct Buffers {
    std::vector<TextPart> parts;
    std::vector<ByteRange> pieces;
    std::vector<ModelToken> model_tokens;
  };

  static void add(Tokens& tokens, std::uint32_t id, ByteRange range) {
    tokens.ids.push_back(id);
    tokens.ranges.push_back(range);
  }

  // A part of the text in which no raw token stands.
  void tokenize_plain(std::string_view text, ByteRange part, Buffers& buffers,
                      Tokens& tokens) const {
    const MappedText normal =
        parts_.normalizer.apply(text.substr(part.begin, part.end - part.begin));
    const auto original = [&](std::uint32_t begin, std::uint32_t end) {
      const ByteRange source = normal.source(begin, end);
      return ByteRange{part.begin + source.begin, part.begin + source.end};
    };
    buffers.parts.clear();
    normalized_tokens_.split(normal.text(), buffers.parts);
    for (const TextPart& piece : buffers.parts) {
      if (piece.token != TextPart::kNoToken) {
        add(tokens, piece.token, original(piece.range.begin, piece.range.end));
        continue;
      }
      split(normal.text(), piece.range, buffers.pieces);
      for (const ByteRange& word : buffers.pieces) {
        buffers.model_tokens.clear();
        parts_.model->tokenize(
            std::string_view(normal.text()).substr(word.begin, word.end - word.begin),
            buffers.model_tokens);
        for (const ModelToken& token : buffers.model_tokens) {
          add(tokens, token.id,
              original(word.begin + token.range.begin, word.begin + token.range.end));
        }
      }
    }
  }

  void split(std::string_view text, ByteRange piece, std::vector<ByteRange>& pieces) const {
    pieces.clear();
    if (parts_.pre_tokenizer == nullptr) {
      pieces.push_back(piece);
    } else {
      parts_.pre_tokenizer->split(text, piece, pieces);
    }
  }

  TokenizerParts parts_;
  AddedTokens raw_tokens_;
  AddedTokens normalized_tokens_;
};

}  // namespace
}  // namespace text

Result<std::shared_ptr<const Tokenizer>> Tokenizer::parse(std::string_view json) {
  auto parts = text::parse_tokenizer_json(json);
  if (!parts) return tl::unexpected(parts.error());
  return std::make_shared<const text::JsonTokenizer>(std::move(*parts));
}

Result<std::shared_ptr<const Tokenizer>> Tokenizer::load(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) {
    Error error{ErrorCode::kNotFound, "no such tokenizer file", "", file.string(), {}, ""};
    return tl::unexpected(std::move(error));
  }
  std::ifstream stream(file, std::ios::binary);
  const std::string json((std::istreambuf_iterator<char>(stream)),
                         std::istreambuf_iterator<char>());
  if (!stream.good() && !stream.eof()) {
    Error error{ErrorCode::kIo, "cannot read the tokenizer file", "", file.string(), {}, ""};
    return tl::unexpected(std::move(error));
  }
  auto tokenizer = parse(json);
  if (!tokenizer) {
    tokenizer.error().file = file.string();
    return tl::unexpected(tokenizer.error());
  }
  return tokenizer;
}

Result<Encoding> Tokenizer::encode(std::string_view text) const {
  auto tokens = tokenize(text);
  if (!tokens) return tl::unexpected(tokens.error());
  return assemble(tokens->all());
}

Result<Encoding> Tokenizer::encode(std::string_view first, std::string_view second) const {
  auto first_tokens = tokenize(first);
  if (!first_tokens) return tl::unexpected(first_tokens.error());
  auto second_tokens = tokenize(second);
  if (!second_tokens) return tl::unexpected(second_tokens.error());
  return assemble(first_tokens->all(), second_tokens->all());
}

std::vector<Span> spans_of(std::span<const ByteRange> ranges, std::string_view text) {
  const text::OffsetIndex index(text);
  std::vector<Span> spans;
  spans.reserve(ranges.size());
  for (const ByteRange& range : ranges) spans.push_back(index.span(range.begin, range.end));
  return spans;
}

}  // namespace assay
