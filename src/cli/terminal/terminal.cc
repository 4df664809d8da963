#include "cli/terminal/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace assay::cli {
namespace {

constexpr int kDefaultWidth = 80;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

bool is_terminal(std::FILE* stream) {
  return isatty(fileno(stream)) == 1;
}

int terminal_width(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefaultWidth;
  return size.ws_col;
}

Style Style::for_stream(std::FILE* stream) {
  const bool wanted = environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  return Style(wanted && is_terminal(stream));
}

std::string Style::paint(std::string_view text, std::string_view colour) const {
  if (!coloured_) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", colour, text);
}

}  // namespace assay::cli
