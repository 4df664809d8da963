// The translation of Python's regular expression dialect into PCRE2's.

#include <fmt/format.h>

#include <cctype>
#include <string>

#include "nlp/python_regex.h"

namespace assay::nlp {
namespace {

// str.isspace, which is wider than PCRE2's \s by U+001C to U+001F.
constexpr std::string_view kSpaceMembers =
    R"(\x{9}-\x{d}\x{1c}-\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000})";

class Translator {
 public:
  explicit Translator(std::string_view pattern) : pattern_(pattern) {}

  Result<std::string> run() {
    while (at_ < pattern_.size()) {
      Result<void> step = in_class_ ? inside_class() : outside_class();
      if (!step) return tl::unexpected(step.error());
    }
    return std::move(out_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : '\0';
  }

  bool take(std::string_view expected) {
    if (pattern_.substr(at_, expected.size()) != expected) return false;
    at_ += expected.size();
    return true;
  }

  Result<void> refuse(std::string_view construct) const {
    return fail(ErrorCode::kUnsupported,
                fmt::format("regular expressions with `{}` are not supported", construct));
  }

  Result<void> outside_class() {
    if (peek() == '\\') return escape();
    if (peek() == '[') {
      open_class();
      return {};
    }
    if (peek() == '(' && peek(1) == '?') return group();
    // PCRE2 would read a verb or a text where Python reads an error or a repetition.
    for (std::string_view misread : {"(*", "{,"}) {
      if (pattern_.substr(at_).starts_with(misread)) return refuse(misread);
    }
    out_.push_back(pattern_[at_++]);
    return {};
  }

  Result<void> group() {
    // Unicode matching is what both do by default.
    if (take("(?u)")) return {};
    for (std::string_view opening : {"(?:", "(?=", "(?!", "(?<=", "(?<!", "(?i)", "(?i:"}) {
      if (take(opening)) {
        out_ += opening;
        return {};
      }
    }
    return refuse(pattern_.substr(at_, 4));
  }

  void open_class() {
    in_class_ = true;
    out_.push_back(pattern_[at_++]);
    if (peek() == '^') out_.push_back(pattern_[at_++]);
    // In Python a `]` that comes first is a member.
    if (peek() == ']') {
      out_ += "\\]";
      ++at_;
    }
  }

  Result<void> inside_class() {
    if (peek() == '\\') return escape();
    if (peek() == '[') {
      out_ += "\\[";  // PCRE2 would look for a POSIX class
      ++at_;
      return {};
    }
    if (peek() == ']') in_class_ = false;
    out_.push_back(pattern_[at_++]);
    return {};
  }

  Result<void> escape() {
    const char kind = peek(1);
    switch (kind) {
      case 'x':
        return code_point(2);
      case 'u':
        return code_point(4);
      case 'U':
        return code_point(8);
      case 's':
        out_ += in_class_ ? std::string(kSpaceMembers) : fmt::format("[{}]", kSpaceMembers);
        break;
      case 'S':
        if (in_class_) return refuse("\\S in a class");
        out_ += fmt::format("[^{}]", kSpaceMembers);
        break;
      case 'Z':
        out_ += "\\z";
        break;
      case 'd':
      case 'D':
      case 'w':
      case 'W':
      case 'b':
      case 'B':
      case 'A':
      case 'n':
      case 'r':
      case 't':
      case 'f':
        out_ += {'\\', kind};
        break;
      case 'v':
        out_ += "\\x{b}";  // in PCRE2 \v is any vertical space
        break;
      default:
        if (std::isalnum(static_cast<unsigned char>(kind)) != 0 || kind == '\0') {
          return refuse(pattern_.substr(at_, 2));
        }
        // A non-ASCII character after a backslash stands for itself, its bytes follow.
        if (static_cast<unsigned char>(kind) < 0x80) out_.push_back('\\');
        out_.push_back(kind);
    }
    at_ += 2;
    return {};
  }

  Result<void> code_point(std::size_t digits) {
    const std::string_view hex = pattern_.substr(at_ + 2, digits);
    if (hex.size() != digits || hex.find_first_not_of("0123456789abcdefABCDEF") != hex.npos) {
      return refuse(pattern_.substr(at_, digits + 2));
    }
    out_ += fmt::format("\\x{{{}}}", hex);
    at_ += digits + 2;
    return {};
  }

  std::string_view pattern_;
  std::size_t at_ = 0;
  bool in_class_ = false;
  std::string out_;
};

}  // namespace

Result<std::string> translate_python_pattern(std::string_view pattern) {
  return Translator(pattern).run();
}

}  // namespace assay::nlp
