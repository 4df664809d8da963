#include "cli/new_file.h"

#include <filesystem>

#include "engine/errors.h"
#include "report/output_file.h"

namespace assay::cli {

Result<void> check_new_file(const NewFile& file) {
  if (file.path == "-") return {};
  if (auto good = report::check_output(file.path, file.inputs); !good) return good;
  std::error_code ignored;
  if (file.overwrite || !std::filesystem::is_regular_file(file.path, ignored)) return {};
  return engine::fail_in_file(ErrorCode::kConflict, file.path, "exists already",
                              "--overwrite replaces it");
}

Result<void> write_new_file(const NewFile& file, std::string_view text) {
  if (auto good = check_new_file(file); !good) return good;
  return report::write_output(file.path, text);
}

}  // namespace assay::cli
