#include "cli/exit_code.h"

namespace assay::cli {

ExitCode exit_code_for(const Error& error) {
  switch (error.code) {
    case ErrorCode::kInvalidInput:
    case ErrorCode::kInvalidOption:
    case ErrorCode::kConflict:
      return ExitCode::kUsage;
    case ErrorCode::kInterrupted:
      return ExitCode::kInterrupted;
    case ErrorCode::kNotFound:
    case ErrorCode::kIo:
    case ErrorCode::kCorrupt:
    case ErrorCode::kUnsupported:
    case ErrorCode::kInternal:
      return ExitCode::kEnvironment;
  }
  return ExitCode::kEnvironment;
}

}  // namespace assay::cli
