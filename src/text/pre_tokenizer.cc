#include "text/pre_tokenizer.h"

#include "text/splitter.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

std::uint32_t narrow(std::size_t offset) {
  return static_cast<std::uint32_t>(offset);
}

// Calls visit(range, classes) for every code point of a piece.
template <typename Visit>
void for_each_code_point(std::string_view text, ByteRange piece, Visit&& visit) {
  for (std::size_t offset = piece.begin; offset < piece.end;) {
    const std::uint32_t begin = narrow(offset);
    const char32_t code_point = next_code_point(text, offset);
    visit(ByteRange{begin, narrow(offset)}, char_classes(code_point));
  }
}

// White space goes, each punctuation mark stands alone.
class BertPreTokenizer : public Splitter {
  Result<void> split(std::string_view text, ByteRange piece,
                     std::vector<ByteRange>& out) const override {
    std::uint32_t word = piece.begin;
    const auto end_word = [&](std::uint32_t end) {
      if (word < end) out.push_back({word, end});
    };
    for_each_code_point(text, piece, [&](ByteRange range, std::uint8_t classes) {
      if ((classes & (kSpace | kPunctuation)) == 0) return;
      end_word(range.begin);
      if ((classes & kPunctuation) != 0) out.push_back(range);
      word = range.end;
    });
    end_word(piece.end);
    return {};
  }
};

// Splits at the code points of a class.
class ClassSplit : public Splitter {
 public:
  ClassSplit(CharClass delimiter, Delimiters behaviour)
      : delimiter_(delimiter), behaviour_(behaviour) {}

 private:
  Result<void> split(std::string_view text, ByteRange piece,
                     std::vector<ByteRange>& out) const override {
    bool first = true;
    bool after_delimiter = false;
    for_each_code_point(text, piece, [&](ByteRange range, std::uint8_t classes) {
      const bool is_delimiter = (classes & delimiter_) != 0;
      if (!is_delimiter || behaviour_ != Delimiters::kRemoved) {
        if (!first && joins(is_delimiter, after_delimiter)) {
          out.back().end = range.end;
        } else {
          out.push_back(range);
        }
        first = false;
      }
      after_delimiter = is_delimiter;
    });
    return {};
  }

  // Whether a code point belongs to the piece of the one before it.
  bool joins(bool is_delimiter, bool after_delimiter) const {
    switch (behaviour_) {
      case Delimiters::kRemoved:
      case Delimiters::kIsolated:
        return !is_delimiter && !after_delimiter;
      case Delimiters::kContiguous:
        return is_delimiter == after_delimiter;
      case Delimiters::kMergedWithPrevious:
        return !after_delimiter;
      case Delimiters::kMergedWithNext:
        return !is_delimiter;
    }
    return false;
  }

  CharClass delimiter_;
  Delimiters behaviour_;
};

class WordSplit : public Splitter {
  Result<void> split(std::string_view text, ByteRange piece,
                     std::vector<ByteRange>& out) const override {
    enum class Kind { kSpace, kWord, kOther };
    Kind previous = Kind::kSpace;
    for_each_code_point(text, piece, [&](ByteRange range, std::uint8_t classes) {
      const Kind kind = (classes & kWord) != 0    ? Kind::kWord
                        : (classes & kSpace) != 0 ? Kind::kSpace
                                                  : Kind::kOther;
      if (kind != Kind::kSpace) {
        if (kind == previous) {
          out.back().end = range.end;
        } else {
          out.push_back(range);
        }
      }
      previous = kind;
    });
    return {};
  }
};

class DelimiterSplit : public Splitter {
 public:
  explicit DelimiterSplit(char32_t delimiter) : delimiter_(delimiter) {}

 private:
  Result<void> split(std::string_view text, ByteRange piece,
                     std::vector<ByteRange>& out) const override {
    std::uint32_t begin = piece.begin;
    for (std::size_t offset = piece.begin; offset < piece.end;) {
      const std::uint32_t at = narrow(offset);
      if (next_code_point(text, offset) != delimiter_) continue;
      if (begin < at) out.push_back({begin, at});
      begin = narrow(offset);
    }
    if (begin < piece.end) out.push_back({begin, piece.end});
    return {};
  }

  char32_t delimiter_;
};

class FixedLengthSplit : public Splitter {
 public:
  explicit FixedLengthSplit(std::size_t length) : length_(length) {}

 private:
  Result<void> split(std::string_view text, ByteRange piece,
                     std::vector<ByteRange>& out) const override {
    for (std::size_t offset = piece.begin; offset < piece.end;) {
      const std::uint32_t begin = narrow(offset);
      for (std::size_t i = 0; i < length_ && offset < piece.end; ++i) next_code_point(text, offset);
      out.push_back({begin, narrow(offset)});
    }
    return {};
  }

  std::size_t length_;
};

class PreTokenizerSequence : public PreTokenizer {
 public:
  explicit PreTokenizerSequence(std::vector<std::unique_ptr<const PreTokenizer>> parts)
      : parts_(std::move(parts)) {}

  Result<void> apply(Pieces& pieces) const override {
    for (const auto& part : parts_) {
      if (auto done = part->apply(pieces); !done) return done;
    }
    return {};
  }

 private:
  std::vector<std::unique_ptr<const PreTokenizer>> parts_;
};

}  // namespace

void Pieces::set_text(MappedText text, std::vector<ByteRange> ranges) {
  owned_ = std::make_unique<const MappedText>(std::move(text));
  text_ = owned_.get();
  ranges_ = std::move(ranges);
}

std::unique_ptr<const PreTokenizer> make_bert_pre_tokenizer() {
  return std::make_unique<BertPreTokenizer>();
}

std::unique_ptr<const PreTokenizer> make_white_space_split() {
  return std::make_unique<ClassSplit>(kSpace, Delimiters::kRemoved);
}

std::unique_ptr<const PreTokenizer> make_word_split() {
  return std::make_unique<WordSplit>();
}

std::unique_ptr<const PreTokenizer> make_punctuation_split(Delimiters behaviour) {
  return std::make_unique<ClassSplit>(kPunctuation, behaviour);
}

std::unique_ptr<const PreTokenizer> make_digit_split(bool individual) {
  return std::make_unique<ClassSplit>(kNumeric,
                                      individual ? Delimiters::kIsolated : Delimiters::kContiguous);
}

std::unique_ptr<const PreTokenizer> make_delimiter_split(char32_t delimiter) {
  return std::make_unique<DelimiterSplit>(delimiter);
}

std::unique_ptr<const PreTokenizer> make_fixed_length_split(std::size_t length) {
  return std::make_unique<FixedLengthSplit>(length);
}

std::unique_ptr<const PreTokenizer> make_pre_tokenizer_sequence(
    std::vector<std::unique_ptr<const PreTokenizer>> parts) {
  return std::make_unique<PreTokenizerSequence>(std::move(parts));
}

}  // namespace assay::text
