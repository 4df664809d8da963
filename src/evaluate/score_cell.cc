#include "evaluate/score_cell.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <system_error>

#include "engine/errors.h"

namespace assay::evaluate {
namespace {

constexpr char kEmptyHint[] =
    "--bad-scores no-score counts empty and NaN cells as items without a score";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kWhite = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kWhite);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhite) - first + 1);
}

// Wide enough to tell what is too large for a double from what is too small.
std::optional<double> parse_beyond_double(std::string_view text) {
  long double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return static_cast<double>(number);
}

}  // namespace

bool is_in_reach(double number) {
  return std::abs(number) <= 1e100;
}

std::optional<double> parse_number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) return parse_beyond_double(text);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

Result<Score> parse_score(const std::optional<std::string>& cell, EmptyScores empty) {
  const bool is_error = empty == EmptyScores::kError;
  if (!cell || trimmed(*cell).empty()) {
    if (is_error) return fail(ErrorCode::kInvalidInput, "the score is empty", kEmptyHint);
    return Score(tl::unexpect, NoScore::kAbsent);
  }
  const auto number = parse_number(*cell);
  if (!number) {
    return fail(ErrorCode::kInvalidInput, fmt::format("`{}` is not a number", *cell),
                "a score is a decimal number such as 0.5");
  }
  if (is_in_reach(*number)) return Score(*number);
  if (std::isfinite(*number)) {
    return fail(ErrorCode::kInvalidInput, fmt::format("`{}` is no score", trimmed(*cell)),
                kOutOfReach);
  }
  if (is_error) {
    return fail(ErrorCode::kInvalidInput, fmt::format("`{}` is no score", trimmed(*cell)),
                kEmptyHint);
  }
  return Score(tl::unexpect, NoScore::kNotFinite);
}

}  // namespace assay::evaluate
