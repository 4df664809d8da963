#pragma once
// The HTML page around its data.

#include <string>
#include <vector>

namespace assay::report {

struct PageParts {
  std::string title;
  std::string summary;  // plain text, for readers without scripts
  std::string meta;     // these are gzip in base64
  std::string columns;
  std::vector<std::string> details;
};

// One file that asks for nothing from outside: its policy allows the script and the style that it
// holds, by their hashes, and nothing else.
std::string page_of(const PageParts& parts);

}  // namespace assay::report
