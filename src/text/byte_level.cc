#include "text/byte_level.h"

#include <algorithm>

#include "text/splitter.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

// Letters in UTF-8: one byte or two.
struct EncodedLetter {
  char bytes[2];
  std::uint8_t size;
};

constexpr std::array<EncodedLetter, 256> kEncodedLetters = [] {
  std::array<EncodedLetter, 256> letters{};
  for (unsigned byte = 0; byte < letters.size(); ++byte) {
    const char32_t letter = kByteLetters[byte];
    if (letter < 0x80) {
      letters[byte] = {{static_cast<char>(letter), 0}, 1};
    } else {
      letters[byte] = {
          {static_cast<char>(0xC0U | letter >> 6), static_cast<char>(0x80U | (letter & 0x3FU))}, 2};
    }
  }
  return letters;
}();

std::string_view letter_of(char byte) {
  const EncodedLetter& letter = kEncodedLetters[static_cast<unsigned char>(byte)];
  return {letter.bytes, letter.size};
}

class ByteLettersStep : public NormalizerStep {
 public:
  Result<void> apply(MappedChars& chars) const override {
    MappedChars result;
    result.reserve(chars.size());
    std::string encoded;
    for (const MappedChar& c : chars) {
      encoded.clear();
      append_utf8(encoded, c.code_point);
      for (const char byte : encoded) {
        result.push_back({kByteLetters[static_cast<unsigned char>(byte)], c.source});
      }
    }
    chars = std::move(result);
    return {};
  }

  bool apply_in_place(std::string& ascii) const override {
    for (const char byte : ascii) {
      if (!is_letter_of_itself(static_cast<unsigned char>(byte))) return false;
    }
    return true;
  }
};

class ByteLevelPreTokenizer : public PreTokenizer {
 public:
  explicit ByteLevelPreTokenizer(const ByteLevelSplit& options) : options_(options) {}

  Result<void> apply(Pieces& pieces) const override {
    if (options_.add_prefix_space) add_prefix_spaces(pieces);
    if (options_.split) {
      std::vector<ByteRange> finer;
      finer.reserve(pieces.text().text().size() / 4);
      for (const ByteRange& piece : pieces.ranges()) {
        split_like_gpt2(pieces.text().text(), piece, finer);
      }
      pieces.set_ranges(std::move(finer));
    }
    to_letters(pieces);
    return {};
  }

 private:
  static void add_prefix_spaces(Pieces& pieces) {
    const auto lacks_space = [&](ByteRange piece) { return pieces.view(piece).front() != ' '; };
    const auto& ranges = pieces.ranges();
    if (std::none_of(ranges.begin(), ranges.end(), lacks_space)) return;
    const MappedText& before = pieces.text();
    MappedText text = MappedText::with_room_for(before.text().size() + ranges.size());
    std::vector<ByteRange> moved;
    moved.reserve(ranges.size());
    for (const ByteRange& piece : ranges) {
      const auto begin = static_cast<std::uint32_t>(text.text().size());
      if (lacks_space(piece)) text.append(" ", before.source(piece.begin, piece.begin + 1));
      text.append(before, piece);
      moved.push_back({begin, static_cast<std::uint32_t>(text.text().size())});
    }
    pieces.set_text(std::move(text), std::move(moved));
  }

  static void to_letters(Pieces& pieces) {
    const MappedText& before = pieces.text();
    MappedText text = MappedText::with_room_for(before.text().size() * 5 / 4 + 8);
    std::vector<ByteRange> moved;
    moved.reserve(pieces.ranges().size());
    for (const ByteRange& piece : pieces.ranges()) {
      const auto begin = static_cast<std::uint32_t>(text.text().size());
      for (std::uint32_t at = piece.begin; at < piece.end; ++at) {
        text.append(letter_of(before.text()[at]), before.source(at, at + 1));
      }
      moved.push_back({begin, static_cast<std::uint32_t>(text.text().size())});
    }
    pieces.set_text(std::move(text), std::move(moved));
  }

  ByteLevelSplit options_;
};

}  // namespace

std::unique_ptr<const NormalizerStep> make_byte_letters() {
  return std::make_unique<ByteLettersStep>();
}

std::unique_ptr<const PreTokenizer> make_byte_level_split(const ByteLevelSplit& options) {
  return std::make_unique<ByteLevelPreTokenizer>(options);
}

}  // namespace assay::text
