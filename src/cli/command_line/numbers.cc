#include "cli/command_line/numbers.h"

#include <charconv>
#include <cmath>
#include <system_error>

namespace assay::cli {
namespace {

template <typename Number>
std::optional<Number> parse(std::string_view text) {
  Number number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace

std::optional<std::uint64_t> parse_whole_number(std::string_view text) {
  return parse<std::uint64_t>(text);
}

std::optional<double> parse_real_number(std::string_view text) {
  const auto number = parse<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

}  // namespace assay::cli
