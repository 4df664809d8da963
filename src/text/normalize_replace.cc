// Steps of a normalizer that replace parts of a text: make_replace.

#include <algorithm>
#include <cassert>

#include "text/normalize.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

class ReplaceLiteral : public NormalizerStep {
 public:
  ReplaceLiteral(std::string_view pattern, std::string_view content)
      : text_(pattern), pattern_(to_mapped_chars(pattern)), content_(to_mapped_chars(content)) {
    assert(!pattern.empty());
  }

  Result<void> apply(MappedChars& chars) const override {
    MappedChars result;
    result.reserve(chars.size());
    const auto same = [](const MappedChar& a, const MappedChar& b) {
      return a.code_point == b.code_point;
    };
    for (auto next = chars.begin(); next != chars.end();) {
      const auto found = std::search(next, chars.end(), pattern_.begin(), pattern_.end(), same);
      result.insert(result.end(), next, found);
      if (found == chars.end()) break;
      next = found + static_cast<std::ptrdiff_t>(pattern_.size());
      for (const MappedChar& c : content_) {
        result.push_back({c.code_point, std::prev(next)->source});
      }
    }
    chars = std::move(result);
    return {};
  }

  bool apply_in_place(std::string& ascii) const override {
    return ascii.find(text_) == std::string::npos;
  }

 private:
  std::string text_;
  MappedChars pattern_;
  MappedChars content_;
};

class ReplaceMatches : public NormalizerStep {
 public:
  ReplaceMatches(Regex pattern, std::string_view content)
      : pattern_(std::move(pattern)), content_(to_mapped_chars(content)) {}

  Result<void> apply(MappedChars& chars) const override {
    if (chars.empty()) return {};
    std::string text;
    for (const MappedChar& c : chars) append_utf8(text, c.code_point);
    std::vector<RegexPart> parts;
    if (auto done = pattern_.find_parts(text, parts); !done) return done;

    MappedChars result;
    result.reserve(chars.size());
    std::size_t next = 0;
    std::size_t byte = 0;
    for (const RegexPart& part : parts) {
      const std::size_t first = next;
      for (; byte < part.range.end; ++next) byte += utf8_length(chars[next].code_point);
      if (part.is_match) {
        append_content(next == 0 ? ByteRange{} : chars[next - 1].source, result);
      } else {
        result.insert(result.end(), chars.begin() + static_cast<std::ptrdiff_t>(first),
                      chars.begin() + static_cast<std::ptrdiff_t>(next));
      }
    }
    chars = std::move(result);
    return {};
  }

  bool apply_in_place(std::string& ascii) const override {
    std::vector<RegexPart> parts;
    return ascii.empty() || (pattern_.find_parts(ascii, parts).has_value() && parts.size() == 1 &&
                             !parts.front().is_match);
  }

 private:
  void append_content(ByteRange source, MappedChars& result) const {
    for (const MappedChar& c : content_) result.push_back({c.code_point, source});
  }

  Regex pattern_;
  MappedChars content_;
};

}  // namespace

std::unique_ptr<const NormalizerStep> make_replace(std::string_view pattern,
                                                   std::string_view content) {
  return std::make_unique<ReplaceLiteral>(pattern, content);
}

std::unique_ptr<const NormalizerStep> make_replace(Regex pattern, std::string_view content) {
  return std::make_unique<ReplaceMatches>(std::move(pattern), content);
}

}  // namespace assay::text
