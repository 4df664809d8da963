// Decoders that put bytes together: make_byte_level_decoder, make_byte_fallback_decoder.

#include <unicode/unistr.h>

#include "text/byte_level.h"
#include "text/decoder.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

constexpr std::string_view kReplacement = "\uFFFD";

// The text with U+FFFD for what is not UTF-8.
std::string repaired(std::string bytes) {
  if (!find_utf8_flaw(bytes)) return bytes;
  std::string result;
  icu::UnicodeString::fromUTF8(bytes).toUTF8String(result);
  return result;
}

class ByteLevelDecoder : public Decoder {
 public:
  Result<void> apply(std::vector<std::string>& tokens) const override {
    std::string all;
    for (const std::string& token : tokens) all += bytes_of(token);
    tokens.assign(1, repaired(std::move(all)));
    return {};
  }

 private:
  // The token as it is when not all of it are letters for bytes.
  static std::string bytes_of(const std::string& token) {
    std::string bytes;
    for (std::size_t offset = 0; offset < token.size();) {
      const auto byte = byte_of_letter(next_code_point(token, offset));
      if (!byte) return token;
      bytes.push_back(static_cast<char>(*byte));
    }
    return bytes;
  }
};

std::optional<unsigned> digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  return std::nullopt;
}

// The byte of a token like "<0xE6>".
std::optional<char> byte_of(std::string_view token) {
  if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>') return std::nullopt;
  // A plus sign is taken for a digit that is 0, as the library that defines this has it.
  const auto high = token[3] == '+' ? 0U : digit(token[3]);
  const auto low = digit(token[4]);
  if (!high || !low) return std::nullopt;
  return static_cast<char>(*high << 4 | *low);
}

class ByteFallbackDecoder : public Decoder {
 public:
  Result<void> apply(std::vector<std::string>& tokens) const override {
    std::vector<std::string> result;
    std::string bytes;
    const auto flush = [&] {
      if (bytes.empty()) return;
      if (find_utf8_flaw(bytes)) {
        result.insert(result.end(), bytes.size(), std::string(kReplacement));
      } else {
        result.push_back(bytes);
      }
      bytes.clear();
    };
    for (std::string& token : tokens) {
      if (const auto byte = byte_of(token)) {
        bytes.push_back(*byte);
        continue;
      }
      flush();
      result.push_back(std::move(token));
    }
    flush();
    tokens = std::move(result);
    return {};
  }
};

}  // namespace

std::unique_ptr<const Decoder> make_byte_level_decoder() {
  return std::make_unique<ByteLevelDecoder>();
}

std::unique_ptr<const Decoder> make_byte_fallback_decoder() {
  return std::make_unique<ByteFallbackDecoder>();
}

}  // namespace assay::text
