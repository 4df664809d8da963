#pragma once
// The front end (web/), built into the program by CMake.

#include <string_view>

namespace assay::report {

std::string_view web_page();    // page.html, with marks such as @STYLE@ for what is filled in
std::string_view web_style();   // uPlot's style and ours
std::string_view web_script();  // uPlot and our modules

}  // namespace assay::report
