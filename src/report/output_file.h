#pragma once
// The file that a report, or anything else that is written whole, goes to.

#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay::report {

// What would go wrong whatever is written: `output` is a folder, or one of `inputs` ("-" is
// standard input), under whatever names and links.
Result<void> check_output(const std::string& output, const std::vector<std::string>& inputs);

// The file holds all of `bytes` or is as it was before; of "-", a pipe or a device that is not
// promised. A symbolic link is written through.
Result<void> write_output(const std::string& output, std::string_view bytes);

}  // namespace assay::report
