#include "engine/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include "engine/errors.h"

namespace assay::engine {
namespace {

// Whether the descriptor is open, and not in `useless_mode`.
bool is_usable(int descriptor, int useless_mode) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  return flags != -1 && (flags & O_ACCMODE) != useless_mode;
}

}  // namespace

Result<void> check_standard_input() {
  if (is_usable(STDIN_FILENO, O_WRONLY)) return {};
  return fail_in_file(ErrorCode::kInvalidInput, "standard input", "is closed",
                      "give a file, or redirect one into the command");
}

Result<void> check_standard_output() {
  if (is_usable(STDOUT_FILENO, O_RDONLY)) return {};
  return fail_in_file(ErrorCode::kInvalidOption, "standard output", "is closed",
                      "give a file for the results, or redirect them into one");
}

}  // namespace assay::engine
