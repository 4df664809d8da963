#pragma once
// Files that are whole or not there, whatever happens while they are written.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "assay/error.h"

namespace assay::train {

using WriteBytes = std::function<void(std::string_view)>;

// Where `file` is until it is whole: what write_durably() leaves there when it fails.
std::filesystem::path unfinished_of(const std::filesystem::path& file);

// Writes to unfinished_of(file), brings it to the disk and renames it. `produce` calls what it is
// given for every piece; the first piece that cannot be written ends the rest in silence and is the
// error.
Result<void> write_durably(const std::filesystem::path& file,
                           const std::function<void(const WriteBytes&)>& produce);

Result<void> write_text_durably(const std::filesystem::path& file, std::string_view text);

Result<std::string> read_whole_file(const std::filesystem::path& file);

Result<void> make_folder(const std::filesystem::path& folder);

}  // namespace assay::train
