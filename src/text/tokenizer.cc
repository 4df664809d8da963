#include "assay/tokenizer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

#include "text/offset_index.h"
#include "text/tokenizer_parts.h"
#include "text/utf8.h"
#include "text/vocabulary.h"

namespace assay {
namespace text {
namespace {

class JsonTokenizer : public Tokenizer {
 public:
  explicit JsonTokenizer(TokenizerParts parts)
      : parts_(std::move(parts)),
        raw_tokens_(std::move(parts_.raw_tokens)),
        normalized_tokens_(std::move(parts_.normalized_tokens)) {
    for (const AddedName& added : parts_.added) added_ids_.insert(added.content, added.id);
  }

  Result<Tokens> tokenize(std::string_view text) const override {
    if (auto valid = check_utf8(text); !valid) return tl::unexpected(valid.error());
    if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
      return fail(ErrorCode::kInvalidInput,
                  fmt::format("a text of {} bytes is too long to tokenize", text.size()));
    }
    Output out(text);
    std::vector<TextPart> parts;
    raw_tokens_.split(text, parts);
    for (const TextPart& part : parts) {
      if (part.token != TextPart::kNoToken) {
        add(part.token, view(text, part.range), part.range, out);
      } else if (auto done = tokenize_plain(part.range, out); !done) {
        return tl::unexpected(done.error());
      }
    }
    return std::move(out.tokens);
  }

  Encoding assemble(TokenSlice text) const override { return parts_.post_processor.single(text); }
  Encoding assemble(TokenSlice first, TokenSlice second) const override {
    return parts_.post_processor.pair(first, second);
  }
  std::size_t specials_of_single() const override {
    return parts_.post_processor.specials_of_single();
  }
  std::size_t specials_of_pair() const override { return parts_.post_processor.specials_of_pair(); }

  Result<std::string> decode(std::span<const std::uint32_t> ids,
                             bool with_specials) const override {
    std::vector<std::string> texts;
    texts.reserve(ids.size());
    for (const std::uint32_t id : ids) {
      if (const AddedName* added = find_added(id)) {
        if (with_specials || !added->is_special) texts.push_back(added->decoded);
      } else if (const auto token = parts_.model->token_of(id)) {
        texts.emplace_back(*token);
      }
    }
    if (parts_.decoder != nullptr) {
      if (auto done = parts_.decoder->apply(texts); !done) return tl::unexpected(done.error());
    }
    return fmt::format("{}", fmt::join(texts, parts_.decoder == nullptr ? " " : ""));
  }

  std::optional<std::uint32_t> id_of(std::string_view token) const override {
    if (const auto id = added_ids_.find(token)) return id;
    return parts_.model->id_of(token);
  }

  std::optional<std::string> token_of(std::uint32_t id) const override {
    if (const AddedName* added = find_added(id)) return added->content;
    const auto token = parts_.model->token_of(id);
    if (!token) return std::nullopt;
    return std::string(*token);
  }

  std::uint32_t id_limit() const override {
    const std::uint32_t limit = parts_.model->id_limit();
    return parts_.added.empty() ? limit : std::max(limit, parts_.added.back().id + 1);
  }

 private:
  // What becomes of a text, and room that is reused for all of its parts.
  struct Output {
    explicit Output(std::string_view t) : text(t) {
      tokens.ids.reserve(text.size() / 4 + 1);
      tokens.ranges.reserve(text.size() / 4 + 1);
    }

    std::string_view text;
    Tokens tokens;
    std::vector<TextPart> parts;
    std::vector<ModelToken> model_tokens;
  };

  static std::string_view view(std::string_view text, ByteRange range) {
    return text.substr(range.begin, range.end - range.begin);
  }

  // `value` is what the token is called, or the text of one that was added.
  void add(std::uint32_t id, std::string_view value, ByteRange range, Output& out) const {
    if (parts_.trimmer.trims()) {
      range = parts_.trimmer.trim(value, range, out.text, out.tokens.ids.empty());
    }
    out.tokens.ids.push_back(id);
    out.tokens.ranges.push_back(range);
  }

  // A part of the text in which no raw token stands.
  Result<void> tokenize_plain(ByteRange part, Output& out) const {
    const auto normal = parts_.normalizer.apply(view(out.text, part));
    if (!normal) return tl::unexpected(normal.error());
    out.parts.clear();
    normalized_tokens_.split(normal->text(), out.parts);
    for (const TextPart& piece : out.parts) {
      Pieces pieces(*normal, piece.range, part.begin);
      if (piece.token != TextPart::kNoToken) {
        add(piece.token, pieces.view(piece.range),
            pieces.original(piece.range.begin, piece.range.end), out);
      } else if (auto done = tokenize_pieces(pieces, out); !done) {
        return done;
      }
    }
    return {};
  }

  Result<void> tokenize_pieces(Pieces& pieces, Output& out) const {
    if (parts_.pre_tokenizer != nullptr) {
      if (auto done = parts_.pre_tokenizer->apply(pieces); !done) return done;
    }
    for (const ByteRange& word : pieces.ranges()) {
      out.model_tokens.clear();
      const std::string_view text = pieces.view(word);
      if (auto done = parts_.model->tokenize(text, out.model_tokens); !done) return done;
      for (const ModelToken& token : out.model_tokens) {
        const ByteRange range =
            pieces.original(word.begin + token.range.begin, word.begin + token.range.end);
        const std::string_view value =
            parts_.trimmer.trims() ? parts_.model->value_of(token, text) : std::string_view();
        add(token.id, value, range, out);
      }
    }
    return {};
  }

  const AddedName* find_added(std::uint32_t id) const {
    const auto found =
        std::lower_bound(parts_.added.begin(), parts_.added.end(), id,
                         [](const AddedName& name, std::uint32_t i) { return name.id < i; });
    return found != parts_.added.end() && found->id == id ? &*found : nullptr;
  }

  TokenizerParts parts_;
  AddedTokens raw_tokens_;
  AddedTokens normalized_tokens_;
  Vocabulary added_ids_;
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
