#pragma once
// The alphabet of byte-level vocabularies: a printable letter for every byte, "Ġ" for the blank.
//
// GPT-2 brought it in, so that a vocabulary of strings can hold any bytes: what is printable in
// Latin-1 stands for itself, the other 68 bytes are U+0100 and on. Thread-safety: all of it.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "text/normalize.h"

namespace assay::text {

constexpr bool is_letter_of_itself(unsigned byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

// The letter of each byte.
constexpr std::array<char32_t, 256> kByteLetters = [] {
  std::array<char32_t, 256> letters{};
  char32_t next = 0x100;
  for (unsigned byte = 0; byte < letters.size(); ++byte) {
    letters[byte] = is_letter_of_itself(byte) ? byte : next++;
  }
  return letters;
}();
constexpr char32_t kBlankLetter = kByteLetters[' '];

// The bytes whose letters are U+0100 and on.
constexpr std::array<unsigned char, 68> kBytesOfHighLetters = [] {
  std::array<unsigned char, 68> bytes{};
  std::size_t next = 0;
  for (unsigned byte = 0; byte < kByteLetters.size(); ++byte) {
    if (!is_letter_of_itself(byte)) bytes[next++] = static_cast<unsigned char>(byte);
  }
  return bytes;
}();

// The byte of a letter; nothing when it is none of them.
constexpr std::optional<unsigned char> byte_of_letter(char32_t letter) {
  if (letter >= 0x100 + kBytesOfHighLetters.size()) return std::nullopt;
  if (letter >= 0x100) return kBytesOfHighLetters[letter - 0x100];
  if (!is_letter_of_itself(letter)) return std::nullopt;
  return static_cast<unsigned char>(letter);
}

// Turns every byte of a text into its letter.
std::unique_ptr<const NormalizerStep> make_byte_letters();

}  // namespace assay::text
