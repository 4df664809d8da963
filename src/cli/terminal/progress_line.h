#pragma once
// The line that shows how far a run is: on a terminal only, redrawn in place.

#include <chrono>
#include <string>
#include <string_view>

#include "assay/engine.h"

namespace assay::cli {

// "[=======>      ]  41 %  1,024 records  61.2/s  2 min 05 s left  3 failed", at most `width`
// columns; what cannot be known yet is left out.
std::string format_progress(const Progress& progress, std::size_t width,
                            std::string_view noun = "record");

// Draws on standard error when that is a terminal and `enabled`. Erases the line when it ends.
class ProgressLine {
 public:
  explicit ProgressLine(bool enabled, std::string noun = "record");
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);
  void show_text(const std::string& text);  // before the first window: "loading models"
  void erase();

 private:
  void draw(const std::string& text);

  bool enabled_;
  std::string noun_;  // what is counted
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace assay::cli
