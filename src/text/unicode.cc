#include "text/unicode.h"

#include <algorithm>
#include <iterator>

#include "text/class_table.h"

namespace assay::text {
namespace {

struct LowerRun {
  char32_t first;
  char32_t last;
  std::uint8_t step;
  std::int32_t delta;
};

#include "text/unicode_tables.inc"

const ClassTable& class_table() {
  static const ClassTable table(kClassRuns);
  return table;
}

}  // namespace

constexpr std::array<std::uint8_t, 128> kAsciiClasses = ascii_classes(kClassRuns);

std::uint8_t char_classes_beyond_ascii(char32_t code_point) {
  return class_table()[code_point];
}

LowerCase lower_case(char32_t code_point) {
  if (code_point < 0x80) {
    return {code_point >= U'A' && code_point <= U'Z' ? code_point + 32 : code_point, 0};
  }
  constexpr char32_t kDottedCapitalI = 0x130;
  if (code_point == kDottedCapitalI) return {U'i', 0x307};
  const auto run = std::lower_bound(std::begin(kLowerRuns), std::end(kLowerRuns), code_point,
                                    [](const LowerRun& r, char32_t c) { return r.last < c; });
  if (run == std::end(kLowerRuns) || code_point < run->first ||
      (code_point - run->first) % run->step != 0) {
    return {code_point, 0};
  }
  return {static_cast<char32_t>(static_cast<std::int32_t>(code_point) + run->delta), 0};
}

bool is_cjk_ideograph(char32_t c) {
  const auto in = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  if (c < 0x3400) return false;
  return in(0x4E00, 0x9FFF) || in(0x3400, 0x4DBF) || in(0x20000, 0x2A6DF) || in(0x2A700, 0x2B73F) ||
         in(0x2B740, 0x2B81F) || in(0x2B920, 0x2CEAF) || in(0xF900, 0xFAFF) || in(0x2F800, 0x2FA1F);
}

}  // namespace assay::text
