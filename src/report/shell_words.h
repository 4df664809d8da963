#pragma once
// A command line as a person would type it.

#include <string>
#include <vector>

namespace assay::report {

// Words joined by spaces, each in single quotes where the shell would read it otherwise.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace assay::report
