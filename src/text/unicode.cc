#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace assay::text {
namespace {

struct ClassRun {
  char32_t first;
  std::uint8_t classes;
};

struct LowerRun {
  char32_t first;
  char32_t last;
  std::uint8_t step;
  std::int32_t delta;
};

#include "text/unicode_tables.inc"

constexpr char32_t kEnd = 0x110000;
constexpr std::size_t kBlock = 256;

// The runs laid out as blocks of kBlock code points; equal blocks of one class are shared.
class ClassTable {
 public:
  ClassTable() {
    std::array<std::int32_t, 256> uniform;
    uniform.fill(-1);
    std::size_t run = 0;
    for (char32_t start = 0; start < kEnd; start += kBlock) {
      while (end_of(run) <= start) ++run;
      const std::uint8_t classes = kClassRuns[run].classes;
      if (end_of(run) >= start + kBlock) {
        std::int32_t& shared = uniform[classes];
        if (shared < 0) shared = add_block(start, run);
        blocks_[start / kBlock] = static_cast<std::uint16_t>(shared);
      } else {
        blocks_[start / kBlock] = static_cast<std::uint16_t>(add_block(start, run));
      }
    }
  }

  std::uint8_t operator[](char32_t code_point) const {
    return classes_[blocks_[code_point / kBlock] * kBlock + code_point % kBlock];
  }

 private:
  static char32_t end_of(std::size_t run) {
    return run + 1 < std::size(kClassRuns) ? kClassRuns[run + 1].first : kEnd;
  }

  std::int32_t add_block(char32_t start, std::size_t run) {
    const auto number = static_cast<std::int32_t>(classes_.size() / kBlock);
    for (char32_t c = start; c < start + kBlock; ++c) {
      if (c >= end_of(run)) ++run;
      classes_.push_back(kClassRuns[run].classes);
    }
    return number;
  }

  std::array<std::uint16_t, kEnd / kBlock> blocks_{};
  std::vector<std::uint8_t> classes_;
};

const ClassTable& class_table() {
  static const ClassTable table;
  return table;
}

}  // namespace

constexpr std::array<std::uint8_t, 128> kAsciiClasses = [] {
  std::array<std::uint8_t, 128> classes{};
  std::size_t run = 0;
  for (char32_t c = 0; c < classes.size(); ++c) {
    while (run + 1 < std::size(kClassRuns) && kClassRuns[run + 1].first <= c) ++run;
    classes[c] = kClassRuns[run].classes;
  }
  return classes;
}();

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
