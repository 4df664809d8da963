#include "text/utf8.h"

#include <fmt/format.h>

#include <cstring>

namespace assay::text {
namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;

std::uint64_t load_word(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

std::size_t skip_ascii(std::string_view text, std::size_t offset) {
  while (offset + sizeof(std::uint64_t) <= text.size() &&
         (load_word(text.data() + offset) & kHighBits) == 0) {
    offset += sizeof(std::uint64_t);
  }
  while (offset < text.size() && static_cast<unsigned char>(text[offset]) < 0x80) ++offset;
  return offset;
}

// Length of the sequence that a lead byte announces; 0 when it cannot lead one.
std::size_t announced_length(unsigned lead) {
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

std::string_view why_not_a_lead(unsigned byte) {
  if (byte < 0xC0) return "a continuation byte with nothing to continue";
  if (byte < 0xC2) return "an overlong form";
  return byte < 0xF8 ? "beyond U+10FFFF" : "a byte that UTF-8 never uses";
}

// What is wrong with the sequence that starts at text[offset], whose byte is not ASCII; empty when
// it is sound. `length` receives how many bytes it takes.
std::string_view flaw_of_sequence(std::string_view text, std::size_t offset, std::size_t& length) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(offset);
  length = announced_length(lead);
  if (length == 0) return why_not_a_lead(lead);
  // The second byte of some sequences has a narrower range than 80..BF.
  if (offset + 1 < text.size() && is_continuation_byte(text[offset + 1])) {
    const unsigned second = byte(offset + 1);
    if (lead == 0xE0 && second < 0xA0) return "an overlong form";
    if (lead == 0xED && second > 0x9F) return "a surrogate";
    if (lead == 0xF0 && second < 0x90) return "an overlong form";
    if (lead == 0xF4 && second > 0x8F) return "beyond U+10FFFF";
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (offset + i >= text.size() || !is_continuation_byte(text[offset + i])) {
      return "a sequence that is cut short";
    }
  }
  return {};
}

}  // namespace

std::optional<Utf8Flaw> find_utf8_flaw(std::string_view text) {
  std::size_t offset = skip_ascii(text, 0);
  while (offset < text.size()) {
    std::size_t length = 0;
    const std::string_view why = flaw_of_sequence(text, offset, length);
    if (!why.empty()) return Utf8Flaw{offset, why};
    offset += length;
    if (offset < text.size() && static_cast<unsigned char>(text[offset]) < 0x80) {
      offset = skip_ascii(text, offset);
    }
  }
  return std::nullopt;
}

Result<void> check_utf8(std::string_view text) {
  const auto flaw = find_utf8_flaw(text);
  if (!flaw) return {};
  return fail(ErrorCode::kInvalidInput,
              fmt::format("not valid UTF-8 at byte {}: 0x{:02X} is {}", flaw->byte,
                          static_cast<unsigned char>(text[flaw->byte]), flaw->why),
              "save the text as UTF-8");
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char byte : text) count += is_continuation_byte(byte) ? 0 : 1;
  return count;
}

bool is_ascii(std::string_view text) {
  return skip_ascii(text, 0) == text.size();
}

}  // namespace assay::text
