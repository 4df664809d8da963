#include "text/unicode_form.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <cassert>

namespace assay::text {
namespace {

// A code point that is to come out, with its place among combining ones.
struct Change {
  char32_t code_point;
  int change;  // as in CharChange
  std::uint8_t combining_class;
};

const icu::Normalizer2& icu_form(bool compatibility) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* form = compatibility ? icu::Normalizer2::getNFKCInstance(status)
                                               : icu::Normalizer2::getNFCInstance(status);
  assert(U_SUCCESS(status) && "ICU's own data is missing");
  return *form;
}

bool is_known(char32_t code_point) {
  constexpr std::uint8_t kLastMajorVersion = 9;
  UVersionInfo age;
  u_charAge(static_cast<UChar32>(code_point), age);
  return age[0] > 0 && age[0] <= kLastMajorVersion;
}

std::uint8_t combining_class(char32_t code_point) {
  if (code_point < 0x300) return 0;
  const std::uint8_t result = u_getCombiningClass(static_cast<UChar32>(code_point));
  return result != 0 && is_known(code_point) ? result : 0;
}

void decompose_one(const icu::Normalizer2& form, char32_t code_point, icu::UnicodeString& buffer,
                   std::vector<Change>& out) {
  if (code_point < 0x80 || !form.getDecomposition(static_cast<UChar32>(code_point), buffer) ||
      !is_known(code_point)) {
    out.push_back({code_point, 0, combining_class(code_point)});
    return;
  }
  for (std::int32_t i = 0; i < buffer.length();) {
    const UChar32 part = buffer.char32At(i);
    const auto c = static_cast<char32_t>(part);
    out.push_back({c, i == 0 ? 0 : 1, combining_class(c)});
    i += U16_LENGTH(part);
  }
}

// Sorts every run of combining characters by class, keeping the order of equal ones.
void reorder(std::vector<Change>& changes) {
  const auto is_starter = [](const Change& c) { return c.combining_class == 0; };
  for (auto first = changes.begin(); first != changes.end();) {
    first = std::find_if_not(first, changes.end(), is_starter);
    const auto last = std::find_if(first, changes.end(), is_starter);
    std::stable_sort(first, last, [](const Change& a, const Change& b) {
      return a.combining_class < b.combining_class;
    });
    first = last;
  }
}

std::vector<Change> decompose(const icu::Normalizer2& form, const MappedChars& chars) {
  std::vector<Change> changes;
  changes.reserve(chars.size());
  icu::UnicodeString buffer;
  for (const MappedChar& c : chars) decompose_one(form, c.code_point, buffer, changes);
  reorder(changes);
  return changes;
}

// The composition of two code points; 0 when there is none.
char32_t compose_pair(const icu::Normalizer2& form, char32_t first, char32_t second) {
  if (second < 0x300) return 0;
  const UChar32 composed =
      form.composePair(static_cast<UChar32>(first), static_cast<UChar32>(second));
  if (composed < 0 || !is_known(static_cast<char32_t>(composed))) return 0;
  return static_cast<char32_t>(composed);
}

// Composes each starter with what follows it and is not blocked, in place.
void compose(const icu::Normalizer2& form, std::vector<Change>& changes) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t starter = kNone;
  std::size_t kept = 0;
  // Class of the last character that was kept behind the starter; 0 when there is none.
  std::uint8_t last_class = 0;
  for (const Change& current : changes) {
    const bool blocked = last_class != 0 && last_class >= current.combining_class;
    if (starter != kNone && !blocked) {
      Change& target = changes[starter];
      if (const char32_t composed = compose_pair(form, target.code_point, current.code_point)) {
        target.code_point = composed;
        target.change += current.change - 1;
        continue;
      }
    }
    if (current.combining_class == 0) {
      starter = kept;
      last_class = 0;
    } else if (starter != kNone) {
      last_class = current.combining_class;
    }
    changes[kept++] = current;
  }
  changes.resize(kept);
}

}  // namespace

void to_unicode_form(UnicodeForm form, MappedChars& chars) {
  const bool compatibility = form == UnicodeForm::kNfkc || form == UnicodeForm::kNfkd;
  const icu::Normalizer2& data = icu_form(compatibility);
  std::vector<Change> changes = decompose(data, chars);
  if (form == UnicodeForm::kNfc || form == UnicodeForm::kNfkc) {
    compose(icu_form(false), changes);
  }
  std::vector<CharChange> plain;
  plain.reserve(changes.size());
  for (const Change& c : changes) plain.push_back({c.code_point, c.change});
  apply_changes(plain, chars);
}

}  // namespace assay::text
