#define PCRE2_CODE_UNIT_WIDTH 8
#include "nlp/python_regex.h"

#include <fmt/format.h>
#include <pcre2.h>

#include <algorithm>
#include <array>

#include "text/utf8.h"

namespace assay::nlp {
namespace {

struct FreeMatchData {
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};

std::string pcre_message(int code) {
  std::array<PCRE2_UCHAR, 256> buffer{};
  pcre2_get_error_message(code, buffer.data(), buffer.size());
  return reinterpret_cast<const char*>(buffer.data());
}

}  // namespace

void PythonRegex::FreeCode::operator()(pcre2_real_code_8* code) const {
  pcre2_code_free(code);
}

Result<PythonRegex> PythonRegex::compile(std::string_view pattern) {
  auto translated = translate_python_pattern(pattern);
  if (!translated) return tl::unexpected(translated.error());
  int error = 0;
  PCRE2_SIZE place = 0;
  pcre2_code* code =
      pcre2_compile(reinterpret_cast<PCRE2_SPTR>(translated->data()), translated->size(),
                    PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C, &error, &place, nullptr);
  if (code == nullptr) {
    return fail(
        ErrorCode::kUnsupported,
        fmt::format("regular expression refused near `{}`: {}",
                    translated->substr(place > 20 ? place - 20 : 0, 40), pcre_message(error)));
  }
  // Where there is no JIT the interpreter gives the same matches, slower.
  pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
  return PythonRegex(code, suffix_reach(pattern));
}

Result<std::optional<RegexMatch>> PythonRegex::run(std::string_view text, std::size_t from,
                                                   unsigned options) const {
  const std::unique_ptr<pcre2_match_data, FreeMatchData> data(pcre2_match_data_create(1, nullptr));
  const auto subject = reinterpret_cast<PCRE2_SPTR>(text.data());
  options |= PCRE2_NO_UTF_CHECK;
  int found = pcre2_match(code_.get(), subject, text.size(), from, options, data.get(), nullptr);
  if (found == PCRE2_ERROR_JIT_STACKLIMIT) {
    found = pcre2_match(code_.get(), subject, text.size(), from, options | PCRE2_NO_JIT, data.get(),
                        nullptr);
  }
  if (found == PCRE2_ERROR_NOMATCH) return std::nullopt;
  if (found < 0) {
    return fail(ErrorCode::kInvalidInput,
                fmt::format("a word of {} bytes is too much for a tokenizer rule: {}", text.size(),
                            pcre_message(found)));
  }
  const PCRE2_SIZE* bounds = pcre2_get_ovector_pointer(data.get());
  return RegexMatch{bounds[0], bounds[1]};
}

Result<std::optional<RegexMatch>> PythonRegex::search(std::string_view text,
                                                      std::size_t from) const {
  return run(text, from, 0);
}

Result<std::optional<RegexMatch>> PythonRegex::search_suffix(std::string_view text) const {
  constexpr std::size_t kBytesOfCharacter = 4;
  std::size_t window = reach_ ? (reach_->characters + 1) * kBytesOfCharacter : text.size();
  while (true) {
    std::size_t from = text.size() - std::min(window, text.size());
    while (!text::is_boundary(text, from)) --from;
    auto match = search(text, from);
    // A run that fills the window may begin before it.
    const bool may_reach_further = match && *match && (*match)->begin == from && from > 0;
    if (!may_reach_further || !reach_->has_runs) return match;
    window *= 2;
  }
}

Result<bool> PythonRegex::matches_start(std::string_view text) const {
  auto match = run(text, 0, PCRE2_ANCHORED);
  if (!match) return tl::unexpected(match.error());
  return match->has_value();
}

Result<std::vector<RegexMatch>> PythonRegex::find_all(std::string_view text) const {
  std::vector<RegexMatch> matches;
  std::size_t from = 0;
  unsigned options = 0;
  while (true) {
    auto match = run(text, from, options);
    if (!match) return tl::unexpected(match.error());
    if (!match->has_value()) return matches;
    matches.push_back(**match);
    from = matches.back().end;
    // Python goes on from the end of a match, but never finds the same empty match twice.
    options = matches.back().begin == from ? PCRE2_NOTEMPTY_ATSTART : 0;
  }
}

}  // namespace assay::nlp
