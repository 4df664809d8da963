#pragma once
// The classes of all code points, from runs that say where a class begins.
//
// Thread-safety: immutable. Cost: building takes about a millisecond; a lookup two array reads.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::text {

struct ClassRun {
  char32_t first;
  std::uint8_t classes;
};

// The runs laid out as blocks of kBlock code points; equal blocks of one class are shared.
class ClassTable {
 public:
  explicit ClassTable(std::span<const ClassRun> runs) : runs_(runs) {
    std::array<std::int32_t, 256> uniform;
    uniform.fill(-1);
    std::size_t run = 0;
    for (char32_t start = 0; start < kEnd; start += kBlock) {
      while (end_of(run) <= start) ++run;
      const std::uint8_t classes = runs_[run].classes;
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
  static constexpr char32_t kEnd = 0x110000;
  static constexpr std::size_t kBlock = 256;

  char32_t end_of(std::size_t run) const {
    return run + 1 < runs_.size() ? runs_[run + 1].first : kEnd;
  }

  std::int32_t add_block(char32_t start, std::size_t run) {
    const auto number = static_cast<std::int32_t>(classes_.size() / kBlock);
    for (char32_t c = start; c < start + kBlock; ++c) {
      if (c >= end_of(run)) ++run;
      classes_.push_back(runs_[run].classes);
    }
    return number;
  }

  std::span<const ClassRun> runs_;
  std::array<std::uint16_t, kEnd / kBlock> blocks_{};
  std::vector<std::uint8_t> classes_;
};

// The classes of the first 128 code points, for tables that are known when compiling.
constexpr std::array<std::uint8_t, 128> ascii_classes(std::span<const ClassRun> runs) {
  std::array<std::uint8_t, 128> classes{};
  std::size_t run = 0;
  for (char32_t c = 0; c < classes.size(); ++c) {
    while (run + 1 < runs.size() && runs[run + 1].first <= c) ++run;
    classes[c] = runs[run].classes;
  }
  return classes;
}

}  // namespace assay::text
