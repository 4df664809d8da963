#include "text/pre_tokenizer.h"

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
class BertPreTokenizer : public PreTokenizer {
 public:
  void split(std::string_view text, ByteRange piece, std::vector<ByteRange>& out) const override {
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
  }
};

// Splits at the code points of a class.
class ClassSplit : public PreTokenizer {
 public:
  ClassSplit(CharClass delimiter, Delimiters behaviour)
      : delimiter_(delimiter), behaviour_(behaviour) {}

  void split(std::string_view text, ByteRange piece, std::vector<ByteRange>& out) const override {
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
  }

 private:
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

class WordSplit : public PreTokenizer {
 public:
  void split(std::string_view text, ByteRange piece, std::vector<ByteRange>& out) const override {
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
  }
};

class PreTokenizerSequence : public PreTokenizer {
 public:
  explicit PreTokenizerSequence(std::vector<std::unique_ptr<const PreTokenizer>> parts)
      : parts_(std::move(parts)) {}

  void split(std::string_view text, ByteRange piece, std::vector<ByteRange>& out) const override {
    std::vector<ByteRange> pieces{piece};
    std::vector<ByteRange> finer;
    for (const auto& part : parts_) {
      finer.clear();
      for (const ByteRange& p : pieces) part->split(text, p, finer);
      pieces.swap(finer);
    }
    out.insert(out.end(), pieces.begin(), pieces.end());
  }

 private:
  std::vector<std::unique_ptr<const PreTokenizer>> parts_;
};

}  // namespace

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

std::unique_ptr<const PreTokenizer> make_pre_tokenizer_sequence(
    std::vector<std::unique_ptr<const PreTokenizer>> parts) {
  return std::make_unique<PreTokenizerSequence>(std::move(parts));
}

}  // namespace assay::text
