#include "text/decoder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/utf8.h"

namespace assay::text {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::vector<RegexPart> parts;
  find_literal_parts(from, text, parts);
  std::string result;
  result.reserve(text.size());
  for (const RegexPart& part : parts) {
    result += part.is_match ? to
                            : std::string_view(text).substr(part.range.begin,
                                                            part.range.end - part.range.begin);
  }
  text = std::move(result);
}

class MarkedSpacesDecoder : public Decoder {
 public:
  MarkedSpacesDecoder(char32_t mark, bool drops_first) : drops_first_(drops_first) {
    append_utf8(mark_, mark);
  }

  Result<void> apply(std::vector<std::string>& tokens) const override {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      replace_all(tokens[i], mark_, i == 0 && drops_first_ ? "" : " ");
    }
    return {};
  }

 private:
  std::string mark_;
  bool drops_first_;
};

class WordPieceDecoder : public Decoder {
 public:
  WordPieceDecoder(std::string prefix, bool cleanup)
      : prefix_(std::move(prefix)), cleanup_(cleanup) {}

  Result<void> apply(std::vector<std::string>& tokens) const override {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      std::string& token = tokens[i];
      if (i > 0) {
        if (token.starts_with(prefix_)) {
          token.erase(0, prefix_.size());
        } else {
          token.insert(0, 1, ' ');
        }
      }
      if (cleanup_) clean_up(token);
    }
    return {};
  }

 private:
  static void clean_up(std::string& token) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kReplaced{{
        {" .", "."},
        {" ?", "?"},
        {" !", "!"},
        {" ,", ","},
        {" ' ", "'"},
        {" n't", "n't"},
        {" 'm", "'m"},
        {" do not", " don't"},
        {" 's", "'s"},
        {" 've", "'ve"},
        {" 're", "'re"},
    }};
    for (const auto& [from, to] : kReplaced) replace_all(token, from, to);
  }

  std::string prefix_;
  bool cleanup_;
};

class SuffixDecoder : public Decoder {
 public:
  explicit SuffixDecoder(std::string suffix) : suffix_(std::move(suffix)) {}

  Result<void> apply(std::vector<std::string>& tokens) const override {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      replace_all(tokens[i], suffix_, i + 1 == tokens.size() ? "" : " ");
    }
    return {};
  }

 private:
  std::string suffix_;
};

class FuseDecoder : public Decoder {
 public:
  Result<void> apply(std::vector<std::string>& tokens) const override {
    std::string all;
    for (const std::string& token : tokens) all += token;
    tokens.assign(1, std::move(all));
    return {};
  }
};

class StripDecoder : public Decoder {
 public:
  StripDecoder(char32_t content, std::size_t begin, std::size_t end) : begin_(begin), end_(end) {
    append_utf8(content_, content);
  }

  Result<void> apply(std::vector<std::string>& tokens) const override {
    for (std::string& token : tokens) {
      std::string_view rest = token;
      for (std::size_t i = 0; i < begin_ && rest.starts_with(content_); ++i) {
        rest.remove_prefix(content_.size());
      }
      for (std::size_t i = 0; i < end_ && rest.ends_with(content_); ++i) {
        rest.remove_suffix(content_.size());
      }
      token = std::string(rest);
    }
    return {};
  }

 private:
  std::string content_;
  std::size_t begin_;
  std::size_t end_;
};

class ReplaceMatchesDecoder : public Decoder {
 public:
  ReplaceMatchesDecoder(Regex pattern, std::string content)
      : pattern_(std::move(pattern)), content_(std::move(content)) {}

  Result<void> apply(std::vector<std::string>& tokens) const override {
    std::vector<RegexPart> parts;
    for (std::string& token : tokens) {
      if (token.empty()) continue;
      parts.clear();
      if (auto done = pattern_.find_parts(token, parts); !done) return done;
      std::string result;
      for (const RegexPart& part : parts) {
        result += part.is_match ? std::string_view(content_)
                                : std::string_view(token).substr(part.range.begin,
                                                                 part.range.end - part.range.begin);
      }
      token = std::move(result);
    }
    return {};
  }

 private:
  Regex pattern_;
  std::string content_;
};

class ReplaceLiteralDecoder : public Decoder {
 public:
  ReplaceLiteralDecoder(std::string literal, std::string content)
      : literal_(std::move(literal)), content_(std::move(content)) {}

  Result<void> apply(std::vector<std::string>& tokens) const override {
    for (std::string& token : tokens) replace_all(token, literal_, content_);
    return {};
  }

 private:
  std::string literal_;
  std::string content_;
};

class DecoderSequence : public Decoder {
 public:
  explicit DecoderSequence(std::vector<std::unique_ptr<const Decoder>> parts)
      : parts_(std::move(parts)) {}

  Result<void> apply(std::vector<std::string>& tokens) const override {
    for (const auto& part : parts_) {
      if (auto done = part->apply(tokens); !done) return done;
    }
    return {};
  }

 private:
  std::vector<std::unique_ptr<const Decoder>> parts_;
};

}  // namespace

std::unique_ptr<const Decoder> make_marked_spaces_decoder(char32_t mark, bool drops_first) {
  return std::make_unique<MarkedSpacesDecoder>(mark, drops_first);
}

std::unique_ptr<const Decoder> make_word_piece_decoder(std::string prefix, bool cleanup) {
  return std::make_unique<WordPieceDecoder>(std::move(prefix), cleanup);
}

std::unique_ptr<const Decoder> make_suffix_decoder(std::string suffix) {
  return std::make_unique<SuffixDecoder>(std::move(suffix));
}

std::unique_ptr<const Decoder> make_fuse_decoder() {
  return std::make_unique<FuseDecoder>();
}

std::unique_ptr<const Decoder> make_strip_decoder(char32_t content, std::size_t begin,
                                                  std::size_t end) {
  return std::make_unique<StripDecoder>(content, begin, end);
}

std::unique_ptr<const Decoder> make_replace_decoder(Regex pattern, std::string content) {
  return std::make_unique<ReplaceMatchesDecoder>(std::move(pattern), std::move(content));
}

std::unique_ptr<const Decoder> make_replace_decoder(std::string literal, std::string content) {
  return std::make_unique<ReplaceLiteralDecoder>(std::move(literal), std::move(content));
}

std::unique_ptr<const Decoder> make_decoder_sequence(
    std::vector<std::unique_ptr<const Decoder>> parts) {
  return std::make_unique<DecoderSequence>(std::move(parts));
}

}  // namespace assay::text
