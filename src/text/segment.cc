#include "text/segment.h"

#include <algorithm>
#include <iterator>

#include "text/class_table.h"

namespace assay::text {
namespace {

struct StandInRun {
  char32_t first;
  char32_t last;
  char32_t stand_in;
};

#include "text/segment_tables.inc"

// In the order of the generator's classes, and behind them what does not come from the table.
enum class GraphemeClass : std::uint8_t {
  kOther,
  kJoins,          // belongs to the code point before it
  kJoinsConjunct,  // the same, and may stand within an Indic conjunct
  kLinker,         // the same, and makes a conjunct of the consonants around it
  kBreaks,         // stands alone
  kPrepends,       // belongs to the code point behind it
  kPictograph,
  kConsonant,  // of a script with conjuncts
  kCarriageReturn,
  kLineFeed,
  kJoiner,  // zero width joiner: joins, also two pictographs
  kRegional,
  kHangulL,
  kHangulV,
  kHangulT,
  kHangulLv,
  kHangulLvt,
};

using enum GraphemeClass;

const ClassTable& segment_table() {
  static const ClassTable table(kSegmentRuns);
  return table;
}

bool in(char32_t c, char32_t first, char32_t last) {
  return c >= first && c <= last;
}

GraphemeClass grapheme_class(char32_t c) {
  if (c == U'\r') return kCarriageReturn;
  if (c == U'\n') return kLineFeed;
  if (c == 0x200D) return kJoiner;
  if (in(c, 0x1F1E6, 0x1F1FF)) return kRegional;
  if (in(c, 0x1100, 0x115F) || in(c, 0xA960, 0xA97C)) return kHangulL;
  if (in(c, 0x1160, 0x11A7) || in(c, 0xD7B0, 0xD7C6)) return kHangulV;
  if (in(c, 0x11A8, 0x11FF) || in(c, 0xD7CB, 0xD7FB)) return kHangulT;
  if (in(c, 0xAC00, 0xD7A3)) return (c - 0xAC00) % 28 == 0 ? kHangulLv : kHangulLvt;
  return static_cast<GraphemeClass>(segment_classes(c) >> 2);
}

bool joins(GraphemeClass c) {
  return c == kJoins || c == kJoinsConjunct || c == kLinker || c == kJoiner;
}

bool stands_alone(GraphemeClass c) {
  return c == kBreaks || c == kCarriageReturn || c == kLineFeed;
}

bool is_syllable(GraphemeClass before, GraphemeClass next) {
  switch (before) {
    case kHangulL:
      return next == kHangulL || next == kHangulV || next == kHangulLv || next == kHangulLvt;
    case kHangulV:
    case kHangulLv:
      return next == kHangulV || next == kHangulT;
    case kHangulT:
    case kHangulLvt:
      return next == kHangulT;
    default:
      return false;
  }
}

// What of a cluster so far decides whether the next code point still belongs to it.
class Cluster {
 public:
  explicit Cluster(GraphemeClass first) { take(first); }

  bool continues_with(GraphemeClass next) const {
    if (last_ == kCarriageReturn) return next == kLineFeed;
    if (stands_alone(last_) || stands_alone(next)) return false;
    if (joins(next) || last_ == kPrepends || is_syllable(last_, next)) return true;
    if (next == kConsonant && conjunct_ == Conjunct::kLinked) return true;
    if (next == kPictograph && last_ == kJoiner && after_pictograph_) return true;
    return next == kRegional && last_ == kRegional && regionals_ % 2 == 1;
  }

  void take(GraphemeClass next) {
    if (next == kConsonant) {
      conjunct_ = Conjunct::kConsonant;
    } else if (next == kLinker && conjunct_ != Conjunct::kNone) {
      conjunct_ = Conjunct::kLinked;
    } else if (next != kJoinsConjunct && next != kJoiner) {
      conjunct_ = Conjunct::kNone;
    }
    after_pictograph_ = next == kPictograph || (after_pictograph_ && joins(next));
    regionals_ = next == kRegional ? regionals_ + 1 : 0;
    last_ = next;
  }

 private:
  enum class Conjunct { kNone, kConsonant, kLinked };

  GraphemeClass last_ = kOther;
  Conjunct conjunct_ = Conjunct::kNone;
  bool after_pictograph_ = false;
  std::size_t regionals_ = 0;
};

}  // namespace

constexpr std::array<std::uint8_t, 128> kAsciiSegments = ascii_classes(kSegmentRuns);

std::uint8_t segment_classes_beyond_ascii(char32_t code_point) {
  return segment_table()[code_point];
}

char32_t stand_in(char32_t code_point) {
  if (code_point < kStandIns[0].first) return code_point;
  const auto run = std::lower_bound(std::begin(kStandIns), std::end(kStandIns), code_point,
                                    [](const StandInRun& r, char32_t c) { return r.last < c; });
  if (run == std::end(kStandIns) || code_point < run->first) return code_point;
  return run->stand_in;
}

std::size_t cluster_end(const MappedChars& chars, std::size_t begin) {
  Cluster cluster(grapheme_class(chars[begin].code_point));
  std::size_t end = begin + 1;
  for (; end < chars.size(); ++end) {
    const GraphemeClass next = grapheme_class(chars[end].code_point);
    if (!cluster.continues_with(next)) break;
    cluster.take(next);
  }
  return end;
}

}  // namespace assay::text
