#pragma once
// Files that commands write whole.

#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay::cli {

struct NewFile {
  std::string path;  // "-" for standard output
  bool overwrite = false;
  std::vector<std::string> inputs = {};  // what the text was made from; never replaced
};

// Fails before anything is read when the file cannot be written: kInvalidOption when it is a folder
// or one of the inputs, kConflict when it is there and may not be replaced.
Result<void> check_new_file(const NewFile& file);

// Checks again, and writes. The file holds all of `text` or is as it was before. kIo when it cannot
// be written.
Result<void> write_new_file(const NewFile& file, std::string_view text);

}  // namespace assay::cli
