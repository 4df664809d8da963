#include "llm/stop_strings.h"

#include <algorithm>

namespace assay::llm {

StopStrings::StopStrings(const std::vector<std::string>& stops) : stops_(stops) {
  for (const std::string& stop : stops_) longest_ = std::max(longest_, stop.size());
}

bool StopStrings::add(std::string_view piece) {
  if (stops_.empty()) return false;
  // What came before was looked at, but for the beginning of a string that goes on here.
  const std::size_t kept = std::min(text_.size(), longest_ - 1);
  text_.erase(0, text_.size() - kept);
  text_ += piece;
  return find_stop(text_, stops_) != std::string_view::npos;
}

std::size_t find_stop(std::string_view text, const std::vector<std::string>& stops) {
  std::size_t first = std::string_view::npos;
  for (const std::string& stop : stops) first = std::min(first, text.find(stop));
  return first;
}

}  // namespace assay::llm
