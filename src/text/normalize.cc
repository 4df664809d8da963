#include "text/normalize.h"

#include <algorithm>
#include <cassert>

#include "text/unicode.h"
#include "text/unicode_form.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

void lower_in_place(std::string& ascii) {
  for (char& byte : ascii) {
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte + 32);
  }
}

void lower(MappedChars& chars) {
  MappedChars result;
  result.reserve(chars.size());
  for (const MappedChar& c : chars) {
    const LowerCase lowered = lower_case(c.code_point);
    result.push_back({lowered.first, c.source});
    if (lowered.second != 0) result.push_back({lowered.second, c.source});
  }
  chars = std::move(result);
}

void drop(MappedChars& chars, CharClass unwanted) {
  std::erase_if(chars, [=](const MappedChar& c) { return is_in(c.code_point, unwanted); });
}

class UnicodeFormStep : public NormalizerStep {
 public:
  explicit UnicodeFormStep(UnicodeForm form) : form_(form) {}
  Result<void> apply(MappedChars& chars) const override {
    to_unicode_form(form_, chars);
    return {};
  }
  bool apply_in_place(std::string&) const override { return true; }

 private:
  UnicodeForm form_;
};

class LowerCaseStep : public NormalizerStep {
 public:
  Result<void> apply(MappedChars& chars) const override {
    lower(chars);
    return {};
  }
  bool apply_in_place(std::string& ascii) const override {
    lower_in_place(ascii);
    return true;
  }
};

class StripAccentsStep : public NormalizerStep {
 public:
  Result<void> apply(MappedChars& chars) const override {
    drop(chars, kCombiningMark);
    return {};
  }
  bool apply_in_place(std::string&) const override { return true; }
};

class StripStep : public NormalizerStep {
 public:
  StripStep(bool left, bool right) : left_(left), right_(right) {}

  Result<void> apply(MappedChars& chars) const override {
    const auto is_kept = [](const MappedChar& c) { return !is_in(c.code_point, kSpace); };
    if (right_) {
      chars.erase(std::find_if(chars.rbegin(), chars.rend(), is_kept).base(), chars.end());
    }
    if (left_) chars.erase(chars.begin(), std::find_if(chars.begin(), chars.end(), is_kept));
    return {};
  }

  bool apply_in_place(std::string& ascii) const override {
    const auto is_space = [](char c) { return is_in(static_cast<unsigned char>(c), kSpace); };
    return ascii.empty() ||
           !((left_ && is_space(ascii.front())) || (right_ && is_space(ascii.back())));
  }

 private:
  bool left_;
  bool right_;
};

class PrependStep : public NormalizerStep {
 public:
  explicit PrependStep(std::string_view prefix) : prefix_(to_mapped_chars(prefix)) {
    assert(!prefix.empty());
  }

  Result<void> apply(MappedChars& chars) const override {
    if (chars.empty()) return {};
    const ByteRange source = chars.front().source;
    chars.insert(chars.begin(), prefix_.begin(), prefix_.end());
    for (std::size_t i = 0; i < prefix_.size(); ++i) chars[i].source = source;
    return {};
  }

  bool apply_in_place(std::string& ascii) const override { return ascii.empty(); }

 private:
  MappedChars prefix_;
};

class NmtStep : public NormalizerStep {
 public:
  Result<void> apply(MappedChars& chars) const override {
    std::erase_if(chars, [](const MappedChar& c) { return is_dropped(c.code_point); });
    for (MappedChar& c : chars) {
      if (is_space(c.code_point)) c.code_point = U' ';
    }
    return {};
  }

  bool apply_in_place(std::string& ascii) const override {
    for (char& byte : ascii) {
      const auto c = static_cast<unsigned char>(byte);
      if (is_dropped(c)) return false;
      if (is_space(c)) byte = ' ';
    }
    return true;
  }

 private:
  static bool is_dropped(char32_t c) {
    return (c >= 0x1 && c <= 0x8) || c == 0xB || (c >= 0xE && c <= 0x1F) || c == 0x7F ||
           c == 0x8F || c == 0x9F;
  }
  static bool is_space(char32_t c) {
    return c == 0x9 || c == 0xA || c == 0xC || c == 0xD || c == 0x1680 ||
           (c >= 0x200B && c <= 0x200F) || c == 0x2028 || c == 0x2029 || c == 0x2581 ||
           c == 0xFEFF || c == 0xFFFD;
  }
};

class BertCleaningStep : public NormalizerStep {
 public:
  explicit BertCleaningStep(const BertCleaning& options) : options_(options) {}

  Result<void> apply(MappedChars& chars) const override {
    if (options_.clean_text) clean(chars);
    if (options_.space_around_cjk) space_around_cjk(chars);
    if (options_.strip_accents) {
      to_unicode_form(UnicodeForm::kNfd, chars);
      drop(chars, kNonspacingMark);
    }
    if (options_.lower_case) lower(chars);
    return {};
  }

  bool apply_in_place(std::string& ascii) const override {
    for (char& byte : ascii) {
      const std::uint8_t classes = char_classes(static_cast<unsigned char>(byte));
      if (options_.clean_text) {
        if ((classes & kControl) != 0) return false;
        if ((classes & kSpace) != 0) byte = ' ';
      }
      if (options_.lower_case && byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte + 32);
    }
    return true;
  }

 private:
  static void clean(MappedChars& chars) {
    drop(chars, kControl);
    for (MappedChar& c : chars) {
      if (is_in(c.code_point, kSpace)) c.code_point = U' ';
    }
  }

  static void space_around_cjk(MappedChars& chars) {
    const auto is_cjk = [](const MappedChar& c) { return is_cjk_ideograph(c.code_point); };
    if (std::none_of(chars.begin(), chars.end(), is_cjk)) return;
    MappedChars result;
    result.reserve(chars.size() * 3);
    for (const MappedChar& c : chars) {
      const bool spaced = is_cjk(c);
      if (spaced) result.push_back({U' ', c.source});
      result.push_back(c);
      if (spaced) result.push_back({U' ', c.source});
    }
    chars = std::move(result);
  }

  BertCleaning options_;
};

}  // namespace

Normalizer& Normalizer::add(std::unique_ptr<const NormalizerStep> step) {
  steps_.push_back(std::move(step));
  return *this;
}

Result<MappedText> Normalizer::apply(std::string_view text) const {
  if (steps_.empty()) return MappedText::unmoved(std::string(text));
  if (is_ascii(text)) {
    std::string ascii(text);
    const bool unmoved = std::all_of(steps_.begin(), steps_.end(),
                                     [&](const auto& step) { return step->apply_in_place(ascii); });
    if (unmoved) return MappedText::unmoved(std::move(ascii));
  }
  MappedChars chars = to_mapped_chars(text);
  for (const auto& step : steps_) {
    if (auto done = step->apply(chars); !done) return tl::unexpected(done.error());
  }
  return MappedText(chars);
}

std::unique_ptr<const NormalizerStep> make_unicode_form(UnicodeForm form) {
  return std::make_unique<UnicodeFormStep>(form);
}

std::unique_ptr<const NormalizerStep> make_lower_case() {
  return std::make_unique<LowerCaseStep>();
}

std::unique_ptr<const NormalizerStep> make_nmt() {
  return std::make_unique<NmtStep>();
}

std::unique_ptr<const NormalizerStep> make_strip_accents() {
  return std::make_unique<StripAccentsStep>();
}

std::unique_ptr<const NormalizerStep> make_strip(bool left, bool right) {
  return std::make_unique<StripStep>(left, right);
}

std::unique_ptr<const NormalizerStep> make_prepend(std::string_view prefix) {
  return std::make_unique<PrependStep>(prefix);
}

std::unique_ptr<const NormalizerStep> make_bert_cleaning(const BertCleaning& options) {
  return std::make_unique<BertCleaningStep>(options);
}

}  // namespace assay::text
