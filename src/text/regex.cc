#include "text/regex.h"

#include <fmt/format.h>
#include <oniguruma.h>

#include <array>
#include <optional>

#include "text/segment.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

const OnigUChar* bytes(std::string_view text) {
  return reinterpret_cast<const OnigUChar*>(text.data());
}

std::string what_happened(int code, OnigErrorInfo* info) {
  std::array<OnigUChar, ONIG_MAX_ERROR_MESSAGE_LEN> buffer{};
  const int length = info == nullptr ? onig_error_code_to_str(buffer.data(), code)
                                     : onig_error_code_to_str(buffer.data(), code, info);
  return {reinterpret_cast<const char*>(buffer.data()), static_cast<std::size_t>(length)};
}

// Oniguruma wants to be told the encodings once before anything else.
void initialize() {
  static const int done = [] {
    OnigEncoding encodings[] = {ONIG_ENCODING_UTF8};
    return onig_initialize(encodings, 1);
  }();
  static_cast<void>(done);
}

// Where the groups of a match stand; owned by Oniguruma.
class Region {
 public:
  Region() : region_{} {}
  ~Region() { onig_region_free(&region_, 0); }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

  OnigRegion* get() { return &region_; }
  ByteRange match() const {
    return {static_cast<std::uint32_t>(region_.beg[0]), static_cast<std::uint32_t>(region_.end[0])};
  }

 private:
  OnigRegion region_;
};

// The text with stand-ins for characters that are newer than Oniguruma's tables, in `room`; the
// text itself when there are none.
std::string_view with_stand_ins(std::string_view text, std::string& room) {
  constexpr unsigned char kFirstOfThree = 0xE0;  // there are none of fewer bytes
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t begin = offset;
    if (static_cast<unsigned char>(text[offset]) < kFirstOfThree) {
      ++offset;
      continue;
    }
    const char32_t c = next_code_point(text, offset);
    const char32_t other = stand_in(c);
    if (other == c) continue;
    if (room.empty()) room = text;
    std::string encoded;
    append_utf8(encoded, other);
    room.replace(begin, offset - begin, encoded);
  }
  return room.empty() ? text : room;
}

// Collects matches and fills the gaps between them.
class PartCollector {
 public:
  explicit PartCollector(std::vector<RegexPart>& parts) : parts_(parts) {}

  void add_match(ByteRange range) {
    add_gap(range.begin);
    parts_.push_back({range, true});
    end_ = range.end;
  }
  void add_gap(std::uint32_t until) {
    if (end_ < until) parts_.push_back({{end_, until}, false});
  }

 private:
  std::vector<RegexPart>& parts_;
  std::uint32_t end_ = 0;
};

}  // namespace

void Regex::Free::operator()(re_pattern_buffer* compiled) const {
  onig_free(compiled);
}

Result<Regex> Regex::compile(std::string_view pattern) {
  initialize();
  regex_t* compiled = nullptr;
  OnigErrorInfo info{};
  const OnigUChar* begin = bytes(pattern);
  const int code = onig_new(&compiled, begin, begin + pattern.size(), ONIG_OPTION_NONE,
                            ONIG_ENCODING_UTF8, ONIG_SYNTAX_DEFAULT, &info);
  if (code != ONIG_NORMAL) {
    return fail(ErrorCode::kCorrupt, fmt::format("`{}` is not a regular expression: {}", pattern,
                                                 what_happened(code, &info)));
  }
  return Regex(std::string(pattern), Compiled(compiled));
}

Result<void> Regex::find_parts(std::string_view text, std::vector<RegexPart>& parts) const {
  PartCollector collector(parts);
  Region region;
  std::string room;
  const OnigUChar* begin = bytes(with_stand_ins(text, room));
  const OnigUChar* end = begin + text.size();
  std::optional<std::uint32_t> last_end;
  for (std::size_t offset = 0; offset <= text.size();) {
    const int found = onig_search(compiled_.get(), begin, end, begin + offset, end, region.get(),
                                  ONIG_OPTION_NONE);
    if (found == ONIG_MISMATCH) break;
    if (found < 0) {
      return fail(ErrorCode::kUnsupported,
                  fmt::format("the search for `{}` in a text was given up: "
                              "{}",
                              pattern_, what_happened(found, nullptr)));
    }
    const ByteRange match = region.match();
    if (match.begin == match.end && match.end == last_end) {
      if (offset == text.size()) break;
      next_code_point(text, offset);
      continue;
    }
    collector.add_match(match);
    offset = match.end;
    last_end = match.end;
  }
  collector.add_gap(static_cast<std::uint32_t>(text.size()));
  return {};
}

void find_literal_parts(std::string_view literal, std::string_view text,
                        std::vector<RegexPart>& parts) {
  PartCollector collector(parts);
  for (std::size_t found = text.find(literal); found != std::string_view::npos;
       found = text.find(literal, found + literal.size())) {
    collector.add_match(
        {static_cast<std::uint32_t>(found), static_cast<std::uint32_t>(found + literal.size())});
  }
  collector.add_gap(static_cast<std::uint32_t>(text.size()));
}

}  // namespace assay::text
