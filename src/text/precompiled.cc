#include "text/precompiled.h"

#include <algorithm>
#include <cstring>

#include "text/segment.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

// A unit's lowest byte is the byte that leads to it, bit 31 marks a leaf, bit 8 says that a leaf is
// among its children; the rest is where the children are.
constexpr std::uint32_t kLeaf = 1U << 31;
constexpr std::uint32_t kHasLeaf = 1U << 8;
constexpr std::uint32_t kWide = 1U << 9;
constexpr std::uint32_t kLabel = kLeaf | 0xFFU;

tl::unexpected<Error> damaged(std::string_view what) {
  return fail(ErrorCode::kCorrupt, "the character map is damaged: " + std::string(what));
}

}  // namespace

std::optional<std::uint32_t> Charsmap::unit(std::size_t place) const {
  if (place >= units_.size()) return std::nullopt;
  return units_[place];
}

std::size_t Charsmap::offset_of(std::uint32_t unit) {
  return static_cast<std::size_t>(unit >> 10) << ((unit & kWide) >> 6);
}

std::optional<std::string_view> Charsmap::text_of(std::uint32_t leaf) const {
  const std::size_t begin = leaf & ~kLeaf;
  if (begin >= texts_.size()) return std::nullopt;
  const std::size_t end = std::min(texts_.find('\0', begin), texts_.size());
  return std::string_view(texts_).substr(begin, end - begin);
}

std::optional<std::string_view> Charsmap::replacement(std::string_view text) const {
  std::size_t place = 0;
  auto current = unit(place);
  if (!current) return std::nullopt;
  place ^= offset_of(*current);
  for (const char byte : text) {
    const auto label = static_cast<unsigned char>(byte);
    if (label == 0) return std::nullopt;
    place ^= label;
    current = unit(place);
    if (!current || (*current & kLabel) != label) return std::nullopt;
    place ^= offset_of(*current);
    if ((*current & kHasLeaf) == 0) continue;
    const auto leaf = unit(place);
    return leaf ? text_of(*leaf) : std::nullopt;
  }
  return std::nullopt;
}

// Walks the whole trie: every leaf must stand for a valid text. A trie that leads back into itself
// is walked once.
Result<void> Charsmap::check() const {
  if (units_.empty()) return damaged("it has no trie");
  if (find_utf8_flaw(texts_)) return damaged("its texts are not UTF-8");
  std::vector<bool> seen(units_.size());
  std::vector<std::size_t> waiting{0};
  while (!waiting.empty()) {
    const std::size_t place = waiting.back();
    waiting.pop_back();
    const std::size_t children = place ^ offset_of(units_[place]);
    if ((units_[place] & kHasLeaf) != 0) {
      const auto leaf = unit(children);
      if (!leaf) return damaged("its trie points outside");
      const auto text = text_of(*leaf);
      if (!text || find_utf8_flaw(*text)) return damaged("its trie points outside the texts");
    }
    for (std::uint32_t label = 1; label < 256; ++label) {
      const std::size_t child = children ^ label;
      if (child >= units_.size() || seen[child] || (units_[child] & kLabel) != label) continue;
      seen[child] = true;
      waiting.push_back(child);
    }
  }
  return {};
}

Result<Charsmap> Charsmap::parse(std::string_view bytes) {
  constexpr std::size_t kUnit = sizeof(std::uint32_t);
  const auto number_at = [&](std::size_t offset) {
    std::uint32_t number = 0;
    for (std::size_t i = kUnit; i-- > 0;) {
      number = number << 8 | static_cast<unsigned char>(bytes[offset + i]);
    }
    return number;
  };
  if (bytes.size() < kUnit) return damaged("it is cut short");
  const std::size_t units = number_at(0) / kUnit;
  if (units > (bytes.size() - kUnit) / kUnit) return damaged("it is cut short");
  Charsmap result;
  result.units_.reserve(units);
  for (std::size_t i = 1; i <= units; ++i) result.units_.push_back(number_at(i * kUnit));
  result.texts_ = bytes.substr((units + 1) * kUnit);
  if (auto fine = result.check(); !fine) return tl::unexpected(fine.error());
  return result;
}

namespace {

class PrecompiledStep : public NormalizerStep {
 public:
  explicit PrecompiledStep(Charsmap charsmap) : charsmap_(std::move(charsmap)) {
    for (std::size_t i = 0; i < ascii_.size(); ++i) ascii_[i] = place_of(static_cast<char>(i));
  }

  Result<void> apply(MappedChars& chars) const override {
    std::vector<CharChange> changes;
    changes.reserve(chars.size());
    bool changed = false;
    for (std::size_t begin = 0; begin < chars.size();) {
      const std::size_t end = cluster_end(chars, begin);
      if (replace(chars, begin, end, changes)) {
        changed = true;
      } else {
        for (std::size_t i = begin; i < end; ++i) {
          if (end - begin > 1 && replace(chars, i, i + 1, changes)) {
            changed = true;
          } else {
            changes.push_back({chars[i].code_point, 0});
          }
        }
      }
      begin = end;
    }
    if (changed) apply_changes(changes, chars);
    return {};
  }

  bool apply_in_place(std::string& ascii) const override {
    char before = '\0';
    for (char& byte : ascii) {
      const AsciiPlace place = ascii_[static_cast<unsigned char>(byte)];
      if (place.moves || (before == '\r' && byte == '\n')) return false;
      before = byte;
      byte = place.replacement;
    }
    return true;
  }

 private:
  // What becomes of an ASCII character by itself.
  struct AsciiPlace {
    bool moves = false;  // it does not become one ASCII character
    char replacement = '\0';
  };

  AsciiPlace place_of(char byte) const {
    const auto text = charsmap_.replacement({&byte, 1});
    if (!text) return {false, byte};
    if (text->size() != 1) return {true, byte};
    return {false, text->front()};
  }

  // Whether chars[begin] up to `end` are short enough and have a replacement; appends it then.
  bool replace(const MappedChars& chars, std::size_t begin, std::size_t end,
               std::vector<CharChange>& changes) const {
    constexpr std::size_t kTooLong = 6;
    std::string text;
    for (std::size_t i = begin; i < end && text.size() < kTooLong; ++i) {
      append_utf8(text, chars[i].code_point);
    }
    if (text.size() >= kTooLong) return false;
    const auto replacement = charsmap_.replacement(text);
    if (!replacement) return false;
    append(*replacement, end - begin, changes);
    return true;
  }

  // Of more code points than before, the last ones count as inserted; of fewer, the last one has
  // the rest disappear, which is the one before when nothing is left.
  static void append(std::string_view replacement, std::size_t old_count,
                     std::vector<CharChange>& changes) {
    std::size_t new_count = 0;
    for (std::size_t offset = 0; offset < replacement.size(); ++new_count) {
      changes.push_back({next_code_point(replacement, offset), new_count < old_count ? 0 : 1});
    }
    if (new_count < old_count && !changes.empty()) {
      changes.back().change -= static_cast<int>(old_count - new_count);
    }
  }

  Charsmap charsmap_;
  std::array<AsciiPlace, 128> ascii_;
};

}  // namespace

std::unique_ptr<const NormalizerStep> make_precompiled(Charsmap charsmap) {
  return std::make_unique<PrecompiledStep>(std::move(charsmap));
}

}  // namespace assay::text
