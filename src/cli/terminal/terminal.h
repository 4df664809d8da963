#pragma once
// Whether a stream is a terminal, how wide it is, and text in colour where colour is wanted.

#include <cstdio>
#include <string>
#include <string_view>

namespace assay::cli {

bool is_terminal(std::FILE* stream);

// Columns of the terminal behind `stream`; 80 when it is none.
int terminal_width(std::FILE* stream);

// Parameters of the SGR escape sequence.
namespace colour {
inline constexpr std::string_view kBold = "1";
inline constexpr std::string_view kDim = "2";
inline constexpr std::string_view kRed = "31";
inline constexpr std::string_view kGreen = "32";
inline constexpr std::string_view kYellow = "33";
inline constexpr std::string_view kCyan = "36";
inline constexpr std::string_view kMark = "1;4";
}  // namespace colour

// Paints text, or leaves it as it is.
class Style {
 public:
  explicit Style(bool coloured) : coloured_(coloured) {}
  // Colour on a terminal, unless NO_COLOR is set and not empty or TERM is "dumb".
  static Style for_stream(std::FILE* stream);

  std::string paint(std::string_view text, std::string_view colour) const;
  bool coloured() const { return coloured_; }

 private:
  bool coloured_;
};

}  // namespace assay::cli
