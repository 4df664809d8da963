#pragma once
// Strings that end a continuation, found although they come in pieces.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::llm {

class StopStrings {
 public:
  explicit StopStrings(const std::vector<std::string>& stops);

  // Appends a piece; true once the text holds one of the strings.
  bool add(std::string_view piece);

 private:
  std::vector<std::string> stops_;
  std::size_t longest_ = 0;
  std::string text_;
};

// Where the first of the strings begins; npos: nowhere.
std::size_t find_stop(std::string_view text, const std::vector<std::string>& stops);

}  // namespace assay::llm
